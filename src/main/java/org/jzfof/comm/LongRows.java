package org.jzfof.comm;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Rows of values, one for each rank, as bytes to send or to receive. */
final class LongRows implements ByteSource, ByteSink {
  private final long[][] rows;
  private final long[] start;

  /**
   * @param rows values for or from each rank [size][any]; one array may stand for several ranks
   */
  LongRows(long[][] rows) {
    this.rows = rows;
    this.start = new long[rows.length + 1];
    for (int r = 0; r < rows.length; r++) {
      start[r + 1] = start[r] + Long.BYTES * (long) rows[r].length;
    }
  }

  /** Rows to receive, of given lengths. */
  static LongRows ofLengths(long[] lengths) {
    long[][] rows = new long[lengths.length][];
    Arrays.setAll(rows, r -> new long[Math.toIntExact(lengths[r])]);
    return new LongRows(rows);
  }

  long[][] rows() {
    return rows;
  }

  /** First byte of each row, and the end of the last [size+1]. */
  long[] start() {
    return start;
  }

  @Override
  public boolean inPlace() {
    return false;
  }

  @Override
  public void read(long at, ByteBuffer target) {
    int row = row(at);
    new LongRow(rows[row]).read(at - start[row], target);
  }

  @Override
  public void write(long at, ByteBuffer source) {
    int row = row(at);
    new LongRow(rows[row]).write(at - start[row], source);
  }

  /** The row that has a byte; empty rows have none. */
  private int row(long at) {
    int row = Arrays.binarySearch(start, at);
    if (row < 0) {
      return -row - 2;
    }
    while (start[row + 1] == at) {
      row++;
    }
    return row;
  }
}
