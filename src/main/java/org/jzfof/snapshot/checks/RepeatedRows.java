package org.jzfof.snapshot.checks;

import java.util.Arrays;
import org.jzfof.snapshot.file.ColumnBlock;

/**
 * Looks at one of every 64 rows of a column for equal ones in succession: what was never written
 * reads as zeros, and no simulation puts particles so far apart in a file at exactly one place.
 */
public final class RepeatedRows implements CheckResult {
  private static final int COUNTS = 4;

  private final int width;
  private final boolean zerosOnly;
  private final RowSample sample;
  private long looked;
  private long repeated;
  private long row = Long.MAX_VALUE;
  private long firstRow;
  private long[] value;
  private long[] first;
  private long[] last;

  /**
   * @param width values per row
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
   * Looks at a block.
   *
   * @param from row of the complete column at which the count of the block starts
   */
  public void inspect(long from, ColumnBlock block) {
    sample.take(from, block);
    inspect();
  }

  /** The rows of the last block that were looked at. */
  RowSample sample() {
    return sample;
  }

  private void inspect() {
    long[] bits = sample.bits();
    for (int i = 0; i < sample.rows(); i++) {
      if (looked == 0) {
        firstRow = sample.row(i);
        System.arraycopy(bits, 0, first, 0, width);
      } else {
        compare(bits, width * i, sample.row(i));
      }
      System.arraycopy(bits, width * i, last, 0, width);
      looked++;
    }
  }

  /** Compares values with the last ones. */
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
  public long[] seen() {
    long[] counts = {looked, repeated, row, firstRow};
    long[] seen = Arrays.copyOf(counts, COUNTS + 3 * width);
    System.arraycopy(value, 0, seen, COUNTS, width);
    System.arraycopy(first, 0, seen, COUNTS + width, width);
    System.arraycopy(last, 0, seen, COUNTS + 2 * width, width);
    return seen;
  }

  @Override
  public void join(long[][] seen) {
    looked = 0;
    repeated = 0;
    for (long[] of : seen) {
      if (of[0] == 0) {
        continue;
      }
      if (looked == 0) {
        firstRow = of[3];
        first = part(of, 1);
      } else {
        compare(part(of, 1), 0, of[3]);
      }
      if (repeated == 0 && of[1] > 0) {
        row = of[2];
        value = part(of, 0);
      }
      looked += of[0];
      repeated += of[1];
      last = part(of, 2);
    }
  }

  private long[] part(long[] seen, int number) {
    int from = COUNTS + number * width;
    return Arrays.copyOfRange(seen, from, from + width);
  }

  /** Whether there are equal rows in succession. */
  public boolean any() {
    return repeated > 0;
  }

  /** Whether all rows are equal, as far as was looked. */
  boolean all() {
    return any() && repeated == looked - 1;
  }

  /** About how many rows are equal to others. */
  long about() {
    return RowSample.EVERY * (repeated + 1);
  }

  /** The first of the equal rows. */
  long row() {
    return row;
  }

  /** Its values: integers, or the bits of floats [width]. */
  long[] value() {
    return value;
  }
}
