package org.jzfof.pairs;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;

/**
 * Points with their weights.
 *
 * @param coordinates coordinates of n points
 * @param weights I32 [n] weights, unsigned, in steps of a {@link WeightGrid}; null unless requested
 */
public record WeightedPoints(Coordinates coordinates, DeviceArray weights)
    implements AutoCloseable {
  /** Creates points without weights. */
  public static WeightedPoints unweighted(Coordinates coordinates) {
    return new WeightedPoints(coordinates, null);
  }

  /** Creates a column from another. */
  @FunctionalInterface
  interface ColumnMapping {
    DeviceArray of(DeviceArray column, int width);
  }

  /** Returns points whose columns are mapped from those of these points. */
  WeightedPoints mapColumns(long count, ColumnMapping mapping) {
    try (Scope results = new Scope()) {
      DeviceArray xyz = results.add(mapping.of(coordinates.xyz(), 3));
      DeviceArray others = weights == null ? null : results.add(mapping.of(weights, 1));
      return results.keep(new WeightedPoints(new Coordinates(count, xyz), others));
    }
  }

  @Override
  public void close() {
    Cleanup.close(coordinates, weights);
  }
}
