package org.jzfof.groups.values;

import java.util.Map;

/**
 * Properties of groups about their centres.
 *
 * @param ofGroups values [G·width] of each measured property
 * @param massInside mass of type t inside sphere s of group g at (g·limits + s)·types + t, snapshot
 *     mass units; null if it was not measured
 * @param ofSpheres values [G·limits·width] of each measured property
 */
public record GroupProperties(
    Map<GroupProperty, double[]> ofGroups,
    double[] massInside,
    Map<SphereProperty, double[]> ofSpheres) {
  /** No properties, for runs that request none. */
  public static final GroupProperties NONE = new GroupProperties(Map.of(), null, Map.of());
}
