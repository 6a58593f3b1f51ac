package org.jzfof.trees.links;

import java.util.stream.IntStream;

/**
 * The weight of a common member, by its rank in its group or subhalo. Weights are in fixed point:
 * their sums are exact, and so independent of their order.
 *
 * @param first weights of the first places
 * @param others weight of all later places
 */
public record RankWeights(long[] first, long others) {
  /** Members that Gadget-4 follows (NUM_MOST_BOUND_PARTICLES_USED_FOR_TRACKING). */
  public static final int MOST_BOUND = 16;

  private static final double ONE = 1L << 44;

  /** Every member counts 1: for groups, whose members are in no order that means anything. */
  public static final RankWeights EQUAL = new RankWeights(new long[0], 1);

  /**
   * Gadget-4's: 1 / (1 + sqrt(place)) for the 16 most bound members, 0 for others; for members that
   * are in the order of their binding energies.
   */
  public static RankWeights ofMostBound() {
    return new RankWeights(
        IntStream.range(0, MOST_BOUND)
            .mapToLong(place -> Math.round(ONE / (1 + Math.sqrt(place))))
            .toArray(),
        0);
  }

  /** The weight of a place, from 0. */
  long of(int place) {
    return place < first.length ? first[place] : others;
  }
}
