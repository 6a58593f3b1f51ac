package org.jzfof.subhalo.members;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.domain.FixedPoint;
import org.jzfof.threads.Parallel;

/**
 * Masses at places. The columns may be longer than what rows name of them.
 *
 * @param map fixed-point map of the places
 * @param position fixed-point coordinates [3m]
 * @param mass [m]
 * @param id of each, by which those at one place are in order [m]
 */
public record PointMasses(FixedPoint map, int[] position, double[] mass, long[] id) {
  /** Room for some. */
  public static PointMasses allocate(FixedPoint map, int count) {
    return new PointMasses(
        map, new int[Math.multiplyExact(3, count)], new double[count], new long[count]);
  }

  /** All columns, to be sent. */
  public TypedColumns columns() {
    return new TypedColumns().longs(id, 1).doubles(mass, 1).ints(position, 3);
  }

  /** Coordinates of some, one after the other [3n]. */
  public int[] positions(MemberSelection selection) {
    int[] positions = new int[3 * selection.count()];
    Parallel.indices(selection.count(), Parallel.STREAM_GRAIN)
        .forEach(i -> System.arraycopy(position, 3 * selection.row()[i], positions, 3 * i, 3));
    return positions;
  }
}
