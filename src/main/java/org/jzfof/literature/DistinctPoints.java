package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.error.Cleanup;
import org.jzfof.neighbours.Coordinates;

/**
 * Distinct positions, each with one particle or more, which methods search instead of particles: of
 * a million points at one place only the first k can be neighbours of anything. The papers have
 * neither points that coincide nor points outside a periodic box.
 *
 * @param box of the points
 * @param points as they were read
 * @param count of places
 * @param xyz F32 or F64 [3 count], in the box where it is periodic
 * @param row I32 [count] smallest row at each
 * @param next I32 [n] next row at the place of each, or null where no points coincide
 * @param isWrapped whether coordinates of places are not always those of their points
 * @param slack above the error of coordinates that were wrapped, in each dimension; 0 where none
 *     was
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
  /** Above the roundings of a coordinate that is wrapped, relative to it and to the side. */
  public static final double ROUNDING = 0x1p-48;

  /** Side of a dimension in which distances wrap, else infinity. */
  public double period(int d) {
    return box.periodic() && box.size()[d] > 0 ? box.size()[d] : Double.POSITIVE_INFINITY;
  }

  /** The same places in other arrays. */
  public DistinctPoints with(DeviceArray otherXyz, DeviceArray otherRow, DeviceArray otherNext) {
    return new DistinctPoints(box, points, count, otherXyz, otherRow, otherNext, isWrapped, slack);
  }

  @Override
  public void close() {
    Cleanup.close(xyz, row, next);
  }
}
