package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.Scope;

/**
 * The nearest points of each query, nearest first.
 *
 * <p>The distance of two points is sqrt((Δx² + Δy²) + Δz²), evaluated in double in this order from
 * the coordinates as they were read, without fused operations. Δ is the rounded difference δ of the
 * coordinates. In a periodic dimension of side L, if |δ| is L/2 or more, Δ is (δ - n · L) + r,
 * where n = rint(δ / L) is at least one turn and r is the rounding error of δ, so that all images
 * of a point have the same distance. Δ is 0 in a flat dimension (L = 0). A row is sorted by
 * (distance, row number of the point), so that every method finds the same row. If there are fewer
 * than k points, the rest of the row is {@link #NONE} at an infinite distance.
 *
 * @param count number of queries m
 * @param row I32 [k·m] row numbers of the points; I64 if rows count over all ranks
 * @param distance F32 or F64 [k·m]; F32 is the rounded double
 */
public record Neighbours(long count, int k, DeviceArray row, DeviceArray distance)
    implements AutoCloseable {
  /** Row number of a neighbour that does not exist. */
  public static final int NONE = -1;

  /**
   * Allocates rows of neighbours.
   *
   * @param row type of row numbers, I32 or I64
   * @param distance type of distances, F32 or F64
   */
  public static Neighbours allocate(
      DeviceMemory memory, long count, int k, ElementType row, ElementType distance) {
    try (Scope made = new Scope()) {
      return made.keep(
          new Neighbours(
              count,
              k,
              made.add(memory.allocate(row, count * k)),
              made.add(memory.allocate(distance, count * k))));
    }
  }

  @Override
  public void close() {
    row.close();
    distance.close();
  }
}
