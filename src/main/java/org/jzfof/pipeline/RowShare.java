package org.jzfof.pipeline;

/**
 * The consecutive rows of a particle type that a rank reads.
 *
 * @param from first row
 * @param count number of rows
 */
record RowShare(long from, long count) {
  /** An equal share of all rows; the first ranks have one more where it does not come out even. */
  static RowShare of(long total, int rank, int size) {
    long from = begin(total, rank, size);
    return new RowShare(from, begin(total, rank + 1, size) - from);
  }

  private static long begin(long total, int rank, int size) {
    return total / size * rank + Math.min(rank, total % size);
  }
}
