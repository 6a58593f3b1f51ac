package org.jzfof.load;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;

/**
 * Looks at one of every 64 rows of a column for equal ones in succession: what was never written
 * reads as zeros, and no simulation puts particles so far apart in a file at exactly one place.
 */
final class RepeatedRows implements Tally {
  private static final int EVERY = 64;
  private static final int COUNTS = 4;

  private final int width;
  private final boolean zerosOnly;
  private long looked;
  private long repeated;
  private long row = Long.MAX_VALUE;
  private long firstRow;
  private long[] value;
  private long[] first;
  private long[] last;
  private long[] next;

  /**
   * @param width values per row
   * @param zerosOnly whether equal values are odd only where they are 0
   */
  RepeatedRows(int width, boolean zerosOnly) {
    this.width = width;
    this.zerosOnly = zerosOnly;
    this.value = new long[width];
    this.first = new long[width];
    this.last = new long[width];
    this.next = new long[width];
  }

  /**
   * Takes a block of floats.
   *
   * @param from number of its first row, in the whole column
   * @param values of the block [width·count]
   */
  void floats(long from, int count, IntToDoubleFunction values) {
    integers(from, count, i -> Double.doubleToLongBits(values.applyAsDouble(i) + 0.0)); // no -0
  }

  /** Takes a block of integers; otherwise as for floats. */
  void integers(long from, int count, IntToLongFunction values) {
    for (int i = Math.floorMod(-from, EVERY); i < count; i += EVERY) {
      long[] sample = next;
      for (int d = 0; d < width; d++) {
        sample[d] = values.applyAsLong(i * width + d);
      }
      if (looked == 0) {
        firstRow = from + i;
        first = sample.clone();
      } else {
        compare(last, sample, from + i);
      }
      next = last;
      last = sample;
      looked++;
    }
  }

  private void compare(long[] before, long[] sample, long at) {
    if (before[0] == sample[0]
        && Arrays.equals(before, sample)
        && !(zerosOnly && Arrays.stream(sample).anyMatch(v -> v != 0))) {
      if (repeated == 0) {
        row = at - EVERY;
        value = sample.clone();
      }
      repeated++;
    }
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
      if (looked > 0) {
        compare(last, part(of, 1), of[3]);
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
  boolean any() {
    return repeated > 0;
  }

  /** Whether all rows are equal, as far as was looked. */
  boolean all() {
    return any() && repeated == looked - 1;
  }

  /** About how many rows are equal to others. */
  long about() {
    return EVERY * (repeated + 1);
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
