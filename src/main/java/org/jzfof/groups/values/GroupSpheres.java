package org.jzfof.groups.values;

import java.util.List;
import org.jzfof.config.Centre;
import org.jzfof.config.Overdensity;
import org.jzfof.config.SphereOptions;

/**
 * Spheres around the centres of groups; sphere s of group g is number g·limits + s.
 *
 * @param options as asked for; the limits by increasing density, and the softening as used
 * @param centre place of each centre [3G], snapshot length units
 * @param mass inside [G·limits], snapshot mass units; 0 where there is no sphere
 * @param radius [G·limits], snapshot length units; 0 where there is no sphere
 * @param number of particles inside [G·limits]
 * @param several whether the first and the last crossing differ [G·limits]; null where it was not
 *     asked for
 * @param id of the deepest members [G]; null without IDs, and where the centres are others
 */
public record GroupSpheres(
    SphereOptions options,
    double[] centre,
    double[] mass,
    double[] radius,
    long[] number,
    boolean[] several,
    long[] id) {
  /** None were asked for. */
  public static final GroupSpheres NONE =
      new GroupSpheres(
          SphereOptions.NONE, new double[0], new double[0], new double[0], new long[0], null, null);

  /** Their mean densities, increasing. */
  public List<Overdensity> limits() {
    return options.limits();
  }

  /** Whether the centre of a group is one of its members. */
  public boolean ofMembers() {
    return options.enabled() && options.centre() != Centre.COM;
  }
}
