package org.jzfof.pairs;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;

/**
 * Points with their weights.
 *
 * @param coordinates of n points
 * @param weights I32 [n], unsigned, in units of a {@link WeightGrid}; null where none are asked for
 */
public record WeightedPoints(Coordinates coordinates, DeviceArray weights)
    implements AutoCloseable {
  /** Points that only count. */
  public static WeightedPoints unweighted(Coordinates coordinates) {
    return new WeightedPoints(coordinates, null);
  }

  /** Makes a column of another. */
  @FunctionalInterface
  interface Change {
    /**
     * Makes it.
     *
     * @param width elements per point
     */
    DeviceArray of(DeviceArray column, int width);
  }

  /** Other points, each column of which is made of that of these. */
  WeightedPoints with(long count, Change change) {
    try (Scope made = new Scope()) {
      DeviceArray xyz = made.add(change.of(coordinates.xyz(), 3));
      DeviceArray others = weights == null ? null : made.add(change.of(weights, 1));
      return made.keep(new WeightedPoints(new Coordinates(count, xyz), others));
    }
  }

  @Override
  public void close() {
    Cleanup.close(coordinates, weights);
  }
}
