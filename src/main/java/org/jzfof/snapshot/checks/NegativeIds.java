package org.jzfof.snapshot.checks;

import org.jzfof.snapshot.file.ColumnBlock;

/** Counts negative IDs, where IDs are stored as signed integers. */
public final class NegativeIds implements CheckResult {
  private final int bits;
  private long count;
  private long row;
  private long id;

  /**
   * @param bits of the stored integers: 32, which are read as unsigned ones, or 64
   */
  public NegativeIds(int bits) {
    this.bits = bits;
  }

  /**
   * Takes a block of IDs.
   *
   * @param from row of the complete column at which the count of the block starts
   */
  public void inspect(long from, ColumnBlock block) {
    long[] ids = block.integers();
    long negative = 0;
    for (int i = 0; i < block.count(); i++) {
      negative += ids[i] >>> bits - 1;
    }
    if (negative > 0 && count == 0) {
      int i = 0;
      while (ids[i] >>> bits - 1 == 0) {
        i++;
      }
      row = from + block.row() + i;
      id = ids[i];
    }
    count += negative;
  }

  @Override
  public long[] seen() {
    return new long[] {count, row, id};
  }

  @Override
  public void join(long[][] seen) {
    count = 0;
    for (long[] of : seen) {
      if (count == 0 && of[0] > 0) {
        row = of[1];
        id = of[2];
      }
      count += of[0];
    }
  }

  /** Bits of the stored integers. */
  public int bits() {
    return bits;
  }

  public long count() {
    return count;
  }

  /** The first row with such an ID. */
  public long row() {
    return row;
  }

  /** The ID of that row. */
  public long id() {
    return id;
  }
}
