package org.jzfof.snapshot.checks;

import java.util.Arrays;
import org.jzfof.snapshot.file.ColumnBlock;

/**
 * Compares successive rows of a sample of a column, one of every 64 rows, to find equal rows.
 * Values that were never written read as zeros, and no simulation stores different particles with
 * exactly equal values so far apart in a file.
 */
public final class RepeatedRows implements CheckResult {
  private static final int COUNTS = 4;

  private final int width;
  private final boolean zerosOnly;
  private final RowSample sample;
  private long inspected;
  private long repeated;
  private long row = Long.MAX_VALUE;
  private long firstRow;
  private long[] value;
  private long[] first;
  private long[] last;

  /**
   * @param zerosOnly whether equal values are suspicious only if they are 0
   */
  public RepeatedRows(int width, boolean zerosOnly) {
    this.width = width;
    this.zerosOnly = zerosOnly;
    this.value = new long[width];
    this.first = new long[width];
    this.last = new long[width];
    this.sample = new RowSample(width);
  }

  /**
   * Inspects a block.
   *
   * @param from row of the complete column from which the rows of the block are counted
   */
  public void inspect(long from, ColumnBlock block) {
    sample.take(from, block);
    inspect();
  }

  /** The sampled rows of the last block. */
  RowSample sample() {
    return sample;
  }

  private void inspect() {
    long[] bits = sample.bits();
    for (int i = 0; i < sample.rows(); i++) {
      if (inspected == 0) {
        firstRow = sample.row(i);
        System.arraycopy(bits, 0, first, 0, width);
      } else {
        compare(bits, width * i, sample.row(i));
      }
      System.arraycopy(bits, width * i, last, 0, width);
      inspected++;
    }
  }

  /** Compares a row with the preceding row of the sample. */
  private void compare(long[] values, int from, long at) {
    if (last[0] != values[from]
        || !Arrays.equals(last, 0, width, values, from, from + width)
        || zerosOnly && Arrays.stream(last).anyMatch(v -> v != 0)) {
      return;
    }
    if (repeated == 0) {
      row = at - RowSample.EVERY;
      value = last.clone();
    }
    repeated++;
  }

  @Override
  public long[] encoded() {
    long[] counts = {inspected, repeated, row, firstRow};
    long[] encoded = Arrays.copyOf(counts, COUNTS + 3 * width);
    System.arraycopy(value, 0, encoded, COUNTS, width);
    System.arraycopy(first, 0, encoded, COUNTS + width, width);
    System.arraycopy(last, 0, encoded, COUNTS + 2 * width, width);
    return encoded;
  }

  @Override
  public void join(long[][] parts) {
    inspected = 0;
    repeated = 0;
    for (long[] part : parts) {
      if (part[0] == 0) {
        continue;
      }
      if (inspected == 0) {
        firstRow = part[3];
        first = values(part, 1);
      } else {
        compare(values(part, 1), 0, part[3]);
      }
      if (repeated == 0 && part[1] > 0) {
        row = part[2];
        value = values(part, 0);
      }
      inspected += part[0];
      repeated += part[1];
      last = values(part, 2);
    }
  }

  private long[] values(long[] encoded, int number) {
    int from = COUNTS + number * width;
    return Arrays.copyOfRange(encoded, from, from + width);
  }

  /** Whether successive rows of the sample are equal. */
  public boolean anyEqual() {
    return repeated > 0;
  }

  /** Whether all rows of the sample are equal. */
  boolean allEqual() {
    return anyEqual() && repeated == inspected - 1;
  }

  /** Estimated number of equal rows in the complete column. */
  long estimate() {
    return RowSample.EVERY * (repeated + 1);
  }

  /** The first of the equal rows. */
  long row() {
    return row;
  }

  /** The values of that row: integers, or the bits of doubles [width]. */
  long[] value() {
    return value;
  }
}
