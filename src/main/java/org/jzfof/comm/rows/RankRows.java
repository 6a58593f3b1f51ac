package org.jzfof.comm.rows;

import org.jzfof.comm.ArrayParts;
import org.jzfof.threads.Parallel;

/**
 * Rows that go to each rank, or come from each.
 *
 * @param row which, rank by rank
 * @param start rows [start[r], start[r+1]) of those are for rank r [size+1]
 */
public record RankRows(int[] row, long[] start) {
  /** Rows for each rank [size][any]. */
  public static RankRows of(int[][] rows) {
    return new RankRows(
        ArrayParts.join(rows), ArrayParts.offsets(rows.length, r -> rows[r].length));
  }

  /** Consecutive rows, so many for each rank. */
  public static RankRows inOrder(long[] start) {
    return new RankRows(
        Parallel.indices(Math.toIntExact(start[start.length - 1]), Parallel.STREAM_GRAIN).toArray(),
        start);
  }

  /** Number of rows for a rank. */
  public long count(int rank) {
    return start[rank + 1] - start[rank];
  }

  /** Number of all rows. */
  public int count() {
    return row.length;
  }

  /** Offsets in bytes, for rows of so many bytes of all ranks but one. */
  long[] bytes(int rowBytes, int without) {
    return ArrayParts.offsets(start.length - 1, r -> r == without ? 0 : rowBytes * count(r));
  }
}
