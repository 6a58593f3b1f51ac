package org.jzfof.compare;

import java.util.Arrays;

/**
 * Pairs of groups of two catalogues that are the same group.
 *
 * @param partner group of B for each group of A, or {@link #NONE}; no group of B occurs twice
 * @param shared number of common members per group of A with a partner; {@link #UNKNOWN} if the
 *     members were not compared
 */
record Matching(int[] partner, long[] shared) {
  static final int NONE = -1;
  static final long UNKNOWN = -1;

  /**
   * Returns a matching without pairs.
   *
   * @param known whether the members are compared
   */
  static Matching none(int groups, boolean known) {
    Matching matching = new Matching(new int[groups], new long[groups]);
    Arrays.fill(matching.partner, NONE);
    Arrays.fill(matching.shared, known ? 0 : UNKNOWN);
    return matching;
  }

  /** Number of pairs. */
  int pairs() {
    return (int) Arrays.stream(partner).filter(g -> g != NONE).count();
  }

  /** Returns whether each group of B has a partner. */
  boolean[] partnered(int groups) {
    boolean[] partnered = new boolean[groups];
    for (int g : partner) {
      if (g != NONE) {
        partnered[g] = true;
      }
    }
    return partnered;
  }
}
