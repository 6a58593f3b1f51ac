package org.jzfof.trees.links;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The weight of a common member by its rank in its group or subhalo. Weights are fixed-point
 * numbers, so that their sums are exact and independent of the order.
 *
 * @param first weights of the first ranks
 * @param others weight of all later ranks
 */
public record RankWeights(long[] first, long others) {
  /** Number of members that Gadget-4 follows (NUM_MOST_BOUND_PARTICLES_USED_FOR_TRACKING). */
  public static final int MOST_BOUND = 16;

  private static final double ONE = 1L << 44;

  /** Weight 1 for every member; for groups, whose members are in no meaningful order. */
  public static final RankWeights EQUAL = new RankWeights(new long[0], 1);

  /**
   * Returns the weights of Gadget-4: 1 / (1 + sqrt(rank)) for the 16 most bound members, 0 for
   * others. The members must be in order of their binding energies.
   */
  public static RankWeights ofMostBound() {
    return new RankWeights(
        IntStream.range(0, MOST_BOUND)
            .mapToLong(rank -> Math.round(ONE / (1 + Math.sqrt(rank))))
            .toArray(),
        0);
  }

  /** Returns weight 1 for the most bound members of each type, 0 for others. */
  public static RankWeights ofFirst(int members) {
    long[] ones = new long[members];
    Arrays.fill(ones, 1);
    return new RankWeights(ones, 0);
  }

  /** Returns the weight of a rank, from 0. */
  long of(int rank) {
    return rank < first.length ? first[rank] : others;
  }
}
