package org.jzfof.subhalo.shared;

import org.jzfof.comm.Parts;
import org.jzfof.domain.FixedPoint;
import org.jzfof.subhalo.members.Loops;
import org.jzfof.subhalo.members.PointMasses;

/** Masses at places as longs that travel between ranks: place in two, mass, ID. */
final class PointRow {
  private static final int LONGS = 4;
  private static final int MASS = 2;
  private static final int ID = 3;

  private PointRow() {}

  /** Rows of some points. */
  static long[] of(PointMasses points, int[] some) {
    long[] rows = new long[Math.multiplyExact(LONGS, some.length)];
    int[] place = points.place();
    Loops.indices(some.length)
        .forEach(
            i -> {
              int from = some[i];
              int at = LONGS * i;
              rows[at] = (long) place[3 * from] << Integer.SIZE | place[3 * from + 1] & 0xffffffffL;
              rows[at + 1] = place[3 * from + 2];
              rows[at + MASS] = Double.doubleToRawLongBits(points.mass()[from]);
              rows[at + ID] = points.id()[from];
            });
    return rows;
  }

  /** The points of all ranks. */
  static PointMasses read(FixedPoint map, long[][] ranks) {
    long[] start = Parts.starts(ranks.length, r -> ranks[r].length / LONGS);
    int all = Math.toIntExact(start[ranks.length]);
    PointMasses points =
        new PointMasses(map, new int[Math.multiplyExact(3, all)], new double[all], new long[all]);
    for (int r = 0; r < ranks.length; r++) {
      long[] rows = ranks[r];
      int first = (int) start[r];
      Loops.indices(rows.length / LONGS)
          .forEach(
              i -> {
                int to = first + i;
                int at = LONGS * i;
                points.place()[3 * to] = (int) (rows[at] >> Integer.SIZE);
                points.place()[3 * to + 1] = (int) rows[at];
                points.place()[3 * to + 2] = (int) rows[at + 1];
                points.mass()[to] = Double.longBitsToDouble(rows[at + MASS]);
                points.id()[to] = rows[at + ID];
              });
    }
    return points;
  }
}
