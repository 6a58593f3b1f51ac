package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;

/**
 * The nearest points of each query, nearest first.
 *
 * <p>The distance of two points is sqrt((Δx² + Δy²) + Δz²), evaluated in double in this order from
 * the coordinates as they were read, without fused operations. Δ is the rounded difference δ of the
 * coordinates; in a periodic dimension of side L, where |δ| is half of it or more, (δ - n · L) + r
 * with n = rint(δ / L), at least one turn, and r what δ was rounded by, so that images in the box
 * at one place have one distance; 0 where the box is flat (L = 0). A row is sorted by (distance,
 * row number of the point), so it is one and the same whatever found it. Where there are fewer than
 * k points, the rest of the row is {@link #NONE} at an infinite distance.
 *
 * @param count queries m
 * @param k neighbours per query
 * @param row I32 [k·m] row numbers of the points; I64 where they are those of all ranks
 * @param distance F32 or F64 [k·m]; F32 is the rounded double
 */
public record Neighbours(long count, int k, DeviceArray row, DeviceArray distance)
    implements AutoCloseable {
  /** Stands for a neighbour that does not exist. */
  public static final int NONE = -1;

  /** Room for rows of neighbours with row numbers and distances of the given types. */
  public static Neighbours allocate(
      DeviceMemory memory, long count, int k, ElementType row, ElementType distance) {
    return new Neighbours(
        count, k, memory.allocate(row, count * k), memory.allocate(distance, count * k));
  }

  @Override
  public void close() {
    row.close();
    distance.close();
  }
}
