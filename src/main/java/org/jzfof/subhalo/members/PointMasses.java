package org.jzfof.subhalo.members;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.domain.FixedPoint;
import org.jzfof.threads.Parallel;

/**
 * Point masses. The columns may be longer than the number of points in use.
 *
 * @param position fixed-point coordinates [3m]
 * @param mass [m]
 * @param id IDs, which order points at the same position [m]
 */
public record PointMasses(FixedPoint map, int[] position, double[] mass, long[] id) {
  /** Allocates columns. */
  public static PointMasses allocate(FixedPoint map, int count) {
    return new PointMasses(
        map, new int[Math.multiplyExact(3, count)], new double[count], new long[count]);
  }

  /** Returns all columns for a transfer. */
  public TypedColumns columns() {
    return new TypedColumns().longs(id, 1).doubles(mass, 1).ints(position, 3);
  }

  /** Returns the positions of a selection [3n]. */
  public int[] positions(MemberSelection selection) {
    int[] positions = new int[3 * selection.count()];
    Parallel.indices(selection.count(), Parallel.STREAM_GRAIN)
        .forEach(i -> System.arraycopy(position, 3 * selection.row()[i], positions, 3 * i, 3));
    return positions;
  }
}
