package org.jzfof.neighbours.files;

import org.jzfof.comm.ArrayParts;
import org.jzfof.device.HostColumn;

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

  /** Number of neighbours of a row. */
  int of(int row) {
    return counted == null ? k : (int) counted.getLong(row);
  }

  /** Number of neighbours of the first {@code count} rows. */
  int ofFirst(int count) {
    if (counted == null) {
      return k * count;
    }
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += counted.getLong(i);
    }
    return Math.toIntExact(sum);
  }

  /** Offset of the neighbours of each row, followed by the number of all neighbours [rows+1]. */
  int[] starts() {
    int[] start = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      start[i + 1] = of(i);
    }
    ArrayParts.prefixSum(start);
    return start;
  }
}
