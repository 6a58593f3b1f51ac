package org.jzfof.neighbours.files;

import org.jzfof.comm.ArrayParts;
import org.jzfof.device.HostColumn;

/**
 * How many neighbours each of some consecutive rows has.
 *
 * @param rows how many there are
 * @param k neighbours of each, or 0 where they are counted
 * @param counted I64 [rows] neighbours of each, or null where they are k
 */
public record RowLengths(int rows, int k, HostColumn counted) {
  /** Rows of k neighbours. */
  public static RowLengths same(int rows, int k) {
    return new RowLengths(rows, k, null);
  }

  /** Rows of as many neighbours as were counted. */
  public static RowLengths of(HostColumn counted) {
    return new RowLengths(counted.length(), 0, counted);
  }

  /** Neighbours of a row. */
  int of(int row) {
    return counted == null ? k : (int) counted.getLong(row);
  }

  /** Neighbours of the first rows. */
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

  /** Where the neighbours of each row begin, and the end of the last. */
  int[] starts() {
    int[] start = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      start[i + 1] = of(i);
    }
    ArrayParts.addUp(start);
    return start;
  }
}
