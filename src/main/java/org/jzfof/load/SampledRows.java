package org.jzfof.load;

import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * One of every 64 rows of a block, fetched by all threads. Other threads have read the block, so
 * that each look at a row costs one thread the way to the cache of another core.
 */
final class SampledRows {
  /** Rows are sampled whose number in the whole column is a multiple of this. */
  static final int EVERY = 64;

  private final int first;
  private final int width;

  private SampledRows(long from, int width) {
    this.first = first(from);
    this.width = width;
  }

  /** The first sampled row of a block, counted from its first row, of this number in the column. */
  static int first(long from) {
    return Math.floorMod(-from, EVERY);
  }

  /**
   * Values of a block of which the sampled ones are at hand.
   *
   * @param from number of its first row
   * @param width values per row
   * @param values of the block [width·count]
   */
  static IntToDoubleFunction of(long from, int count, int width, IntToDoubleFunction values) {
    SampledRows rows = new SampledRows(from, width);
    double[] sample = new double[rows.values(count)];
    rows.indices(sample.length).forEach(s -> sample[s] = values.applyAsDouble(rows.index(s)));
    return i -> rows.has(i) ? sample[rows.place(i)] : values.applyAsDouble(i);
  }

  /** The same for integers, of one in a row. */
  static IntToLongFunction of(long from, int count, IntToLongFunction values) {
    SampledRows rows = new SampledRows(from, 1);
    long[] sample = new long[rows.values(count)];
    rows.indices(sample.length).forEach(s -> sample[s] = values.applyAsLong(rows.index(s)));
    return i -> rows.has(i) ? sample[rows.place(i)] : values.applyAsLong(i);
  }

  private int values(int count) {
    return count > first ? width * ((count - 1 - first) / EVERY + 1) : 0;
  }

  private IntStream indices(int values) {
    return IntStream.range(0, values).parallel();
  }

  /** Index in the block of a value of the sample. */
  private int index(int place) {
    return (first + place / width * EVERY) * width + place % width;
  }

  private boolean has(int index) {
    return Math.floorMod(index / width - first, EVERY) == 0;
  }

  private int place(int index) {
    return (index / width - first) / EVERY * width + index % width;
  }
}
