package org.jzfof.neighbours.files;

import org.jzfof.device.HostColumn;
import org.jzfof.threads.Parallel;

/**
 * Numbers of neighbours of consecutive rows.
 *
 * @param k number of neighbours of each row, or 0 if the numbers differ
 * @param counted I64 [rows] number of neighbours of each row, or null if it is k
 */
public record RowLengths(int rows, int k, HostColumn counted) {
  /** Rows of k neighbours. */
  public static RowLengths same(int rows, int k) {
    return new RowLengths(rows, k, null);
  }

  /**
   * Rows of counted neighbours.
   *
   * @param counted I64 [rows] number of neighbours of each row; owned by the result
   */
  public static RowLengths of(HostColumn counted) {
    return new RowLengths(counted.length(), 0, counted);
  }

  /** Number of neighbours of the first {@code count} rows. */
  int ofFirst(int count) {
    if (counted == null) {
      return k * count;
    }
    return Math.toIntExact(Parallel.sum(counted.longs(count), 0, count));
  }

  /**
   * Offsets of the neighbours of each row [rows].
   *
   * @param first offset of the neighbours of the first row
   */
  long[] offsets(long first) {
    long[] length = counted == null ? null : counted.longs(rows);
    long[] offsets = new long[rows];
    long next = first;
    for (int i = 0; i < rows; i++) {
      offsets[i] = next;
      next += length == null ? k : length[i];
    }
    return offsets;
  }
}
