package org.jzfof.pipeline.stages;

import java.util.stream.IntStream;

/**
 * The catalogue rows of the groups of this rank.
 *
 * @param number catalogue row of each group of the member list
 * @param first first catalogue row in the range of each rank, and the number of all groups [size+1]
 */
record GroupRows(long[] number, long[] first) {
  /** Creates the rows on a single rank from the order of its groups. */
  static GroupRows onOneRank(int[] order) {
    long[] number = new long[order.length];
    IntStream.range(0, order.length).forEach(row -> number[order[row]] = row);
    return new GroupRows(number, new long[] {0, order.length});
  }
}
