package org.jzfof.comm.rows;

import org.jzfof.comm.ArrayParts;
import org.jzfof.threads.Parallel;

/**
 * Row indices, grouped by the rank to which the rows go or from which they come.
 *
 * @param row row indices, rank by rank
 * @param start entries [start[r], start[r+1]) of {@code row} belong to rank r [size+1]
 */
public record RankRows(int[] row, long[] start) {
  /** Creates the object from the row indices of each rank [size][any]. */
  public static RankRows of(int[][] rows) {
    return new RankRows(
        ArrayParts.join(rows), ArrayParts.offsets(rows.length, r -> rows[r].length));
  }

  /**
   * Creates the object for consecutive rows from 0, in rank order.
   *
   * @param start offsets of the ranks [size+1]
   */
  public static RankRows inOrder(long[] start) {
    return new RankRows(
        Parallel.indices(Math.toIntExact(start[start.length - 1]), Parallel.STREAM_GRAIN).toArray(),
        start);
  }

  /**
   * Creates the object for the rows 0, 1, 2 ... in their order for each rank.
   *
   * @param rank rank of each row; a negative rank leaves a row out
   */
  public static RankRows byRank(int[] rank, int size) {
    long[] start = new long[size + 1];
    for (int r : rank) {
      if (r >= 0) {
        start[r + 1]++;
      }
    }
    ArrayParts.prefixSum(start);
    long[] next = start.clone();
    int[] row = new int[(int) start[size]];
    for (int i = 0; i < rank.length; i++) {
      if (rank[i] >= 0) {
        row[(int) next[rank[i]]++] = i;
      }
    }
    return new RankRows(row, start);
  }

  /** Number of rows of a rank. */
  public long count(int rank) {
    return start[rank + 1] - start[rank];
  }

  /** Number of all rows. */
  public int count() {
    return row.length;
  }

  /** Returns the offsets in bytes for rows of a given size, with an empty range for one rank. */
  long[] bytes(int rowBytes, int excluded) {
    return ArrayParts.offsets(start.length - 1, r -> r == excluded ? 0 : rowBytes * count(r));
  }
}
