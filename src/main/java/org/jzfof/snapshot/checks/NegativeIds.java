package org.jzfof.snapshot.checks;

import org.jzfof.snapshot.file.ColumnBlock;

/** Counts negative IDs among IDs that are stored as signed integers. */
public final class NegativeIds implements CheckResult {
  private final int bits;
  private long count;
  private long row;
  private long id;

  /**
   * @param bits number of bits of a stored integer: 32, which are read as unsigned integers, or 64
   */
  public NegativeIds(int bits) {
    this.bits = bits;
  }

  /**
   * Inspects a block of IDs; several threads may inspect blocks at once.
   *
   * @param from row of the complete column from which the rows of the block are counted
   */
  public void inspect(long from, ColumnBlock block) {
    long[] ids = block.integers();
    long negative = 0;
    for (int i = 0; i < block.count(); i++) {
      negative += ids[i] >>> bits - 1;
    }
    if (negative > 0) {
      int i = 0;
      while (ids[i] >>> bits - 1 == 0) {
        i++;
      }
      add(negative, from + block.row() + i, ids[i]);
    }
  }

  private synchronized void add(long negative, long first, long idOfFirst) {
    if (count == 0 || first < row) {
      row = first;
      id = idOfFirst;
    }
    count += negative;
  }

  @Override
  public long[] encoded() {
    return new long[] {count, row, id};
  }

  @Override
  public void join(long[][] parts) {
    count = 0;
    for (long[] part : parts) {
      if (count == 0 && part[0] > 0) {
        row = part[1];
        id = part[2];
      }
      count += part[0];
    }
  }

  /** Number of bits of a stored integer. */
  public int bits() {
    return bits;
  }

  public long count() {
    return count;
  }

  /** The first row with a negative ID. */
  public long row() {
    return row;
  }

  /** The first negative ID. */
  public long id() {
    return id;
  }
}
