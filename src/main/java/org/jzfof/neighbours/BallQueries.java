package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/**
 * Queries with a search radius each.
 *
 * @param places anywhere, in any order; null for the points of the index themselves, in row order
 * @param radius F64 [m] of each place, at least 0 and finite
 * @param ofPoints radii of the points of the index, which then count as neighbours of a place that
 *     lies within theirs, too; null where they have none
 */
public record BallQueries(Coordinates places, DeviceArray radius, PointRadii ofPoints) {
  /** Queries m. */
  public long count() {
    return radius.length();
  }
}
