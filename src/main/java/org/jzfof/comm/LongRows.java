package org.jzfof.comm;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** One row of values for each rank, as bytes to send or to receive. */
final class LongRows implements ByteSource, ByteSink {
  private final long[][] rows;
  private final long[] start;

  /**
   * @param rows values for or from each rank [size][any]; one array may serve several ranks
   */
  LongRows(long[][] rows) {
    this.rows = rows;
    this.start = new long[rows.length + 1];
    for (int r = 0; r < rows.length; r++) {
      start[r + 1] = start[r] + Long.BYTES * (long) rows[r].length;
    }
  }

  /** Allocates rows of given lengths, to receive values. */
  static LongRows ofLengths(long[] lengths) {
    long[][] rows = new long[lengths.length][];
    Arrays.setAll(rows, r -> new long[Math.toIntExact(lengths[r])]);
    return new LongRows(rows);
  }

  long[][] rows() {
    return rows;
  }

  /** Offsets of the rows in bytes, and the total length [size+1]. */
  long[] start() {
    return start;
  }

  @Override
  public boolean inPlace() {
    return false;
  }

  @Override
  public void read(long offset, ByteBuffer target) {
    int row = row(offset);
    new LongRow(rows[row]).read(offset - start[row], target);
  }

  @Override
  public void write(long offset, ByteBuffer source) {
    int row = row(offset);
    new LongRow(rows[row]).write(offset - start[row], source);
  }

  /** Returns the index of the row that contains a byte; empty rows contain none. */
  private int row(long offset) {
    int row = Arrays.binarySearch(start, offset);
    if (row < 0) {
      return -row - 2;
    }
    while (start[row + 1] == offset) {
      row++;
    }
    return row;
  }
}
