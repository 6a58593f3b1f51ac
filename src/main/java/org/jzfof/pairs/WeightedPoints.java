package org.jzfof.pairs;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.knn.Coordinates;

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

  @Override
  public void close() {
    Cleanup.close(coordinates, weights);
  }
}
