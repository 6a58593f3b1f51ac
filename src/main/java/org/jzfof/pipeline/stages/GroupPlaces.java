package org.jzfof.pipeline.stages;

import java.util.stream.IntStream;

/**
 * The places of the groups of this rank in the catalogue.
 *
 * @param number place in the catalogue of each group of the member list
 * @param first first place of the range of each rank, and the number of all groups [size+1]
 */
record GroupPlaces(long[] number, long[] first) {
  /** The places on a single rank. */
  static GroupPlaces alone(int[] order) {
    long[] number = new long[order.length];
    IntStream.range(0, order.length).forEach(place -> number[order[place]] = place);
    return new GroupPlaces(number, new long[] {0, order.length});
  }
}
