package org.jzfof.load;

import java.util.stream.IntStream;

/** Counts IDs that are negative where they are stored with a sign. */
final class NegativeIds implements Tally {
  /** IDs that one thread looks at. */
  private static final int PIECE = 1 << 14;

  private long count;
  private long row;
  private long id;

  /**
   * Takes a block of IDs.
   *
   * @param from number of its first row, in the whole column
   */
  void look(long from, int rows, long[] ids) {
    long negative =
        IntStream.range(0, (rows + PIECE - 1) / PIECE)
            .parallel()
            .mapToLong(p -> negative(ids, p * PIECE, Math.min(rows, (p + 1) * PIECE)))
            .sum();
    if (negative > 0 && count == 0) {
      int i = 0;
      while (ids[i] >= 0) {
        i++;
      }
      row = from + i;
      id = ids[i];
    }
    count += negative;
  }

  private static long negative(long[] ids, int from, int to) {
    long negative = 0;
    for (int i = from; i < to; i++) {
      negative += ids[i] >>> 63;
    }
    return negative;
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

  long count() {
    return count;
  }

  /** The first row with such an ID. */
  long row() {
    return row;
  }

  /** The ID of that row. */
  long id() {
    return id;
  }
}
