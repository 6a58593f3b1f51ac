package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.error.Cleanup;
import org.jzfof.neighbours.Coordinates;

/**
 * Distinct positions of points, which methods search instead of the points: of a million coincident
 * points only the first k can be neighbours of a query. The papers have neither coincident points
 * nor points outside a periodic box.
 *
 * @param xyz F32 or F64 [3·count] coordinates, inside the box if it is periodic
 * @param row I32 [count] smallest row at each position
 * @param next I32 [n] next row at the position of each point, or {@link
 *     org.jzfof.neighbours.Neighbours#NONE}; null if no points coincide
 * @param isWrapped whether coordinates of positions may differ from those of their points
 * @param slack upper bound of the error of wrapped coordinates in each dimension [3]; 0 without
 *     wrapped coordinates
 */
public record DistinctPoints(
    Box box,
    Coordinates points,
    long count,
    DeviceArray xyz,
    DeviceArray row,
    DeviceArray next,
    boolean isWrapped,
    double[] slack)
    implements AutoCloseable {
  /**
   * Upper bound of the rounding error of a wrapped coordinate, relative to the coordinate and to
   * the side.
   */
  public static final double ROUNDING = 0x1p-48;

  /** Side of a dimension in which distances wrap, otherwise infinity. */
  public double period(int d) {
    return box.periodic() && box.size()[d] > 0 ? box.size()[d] : Double.POSITIVE_INFINITY;
  }

  /** The same positions in other arrays. */
  public DistinctPoints with(DeviceArray otherXyz, DeviceArray otherRow, DeviceArray otherNext) {
    return new DistinctPoints(box, points, count, otherXyz, otherRow, otherNext, isWrapped, slack);
  }

  @Override
  public void close() {
    Cleanup.close(xyz, row, next);
  }
}
