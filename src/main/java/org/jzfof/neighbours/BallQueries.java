package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/**
 * Queries with one search radius each.
 *
 * @param centres centres of the balls, at any position and in any order; null if the queries are
 *     the points of the index, in row order
 * @param radius F64 [m] radius of each ball, at least 0 and finite
 * @param pointRadii radii of the points of the index, which then are also neighbours of a centre
 *     within their own radius; null if points have no radii
 */
public record BallQueries(Coordinates centres, DeviceArray radius, PointRadii pointRadii) {
  /** Number of queries m. */
  public long count() {
    return radius.length();
  }
}
