package org.jzfof.compare;

import java.util.Arrays;

/**
 * Pairs of groups of two catalogues that are the same group.
 *
 * @param partner group of B for each group of A, or {@link #NONE}; none of B twice
 * @param shared members that both have, per group of A with a partner; {@link #UNKNOWN} where the
 *     members were not looked at
 */
record Matching(int[] partner, long[] shared) {
  static final int NONE = -1;
  static final long UNKNOWN = -1;

  /** Nothing matched yet; members are looked at if known. */
  static Matching none(int groups, boolean known) {
    Matching matching = new Matching(new int[groups], new long[groups]);
    Arrays.fill(matching.partner, NONE);
    Arrays.fill(matching.shared, known ? 0 : UNKNOWN);
    return matching;
  }

  /** Pairs found. */
  int pairs() {
    return (int) Arrays.stream(partner).filter(g -> g != NONE).count();
  }

  /**
   * Whether each group of B has a partner.
   *
   * @param groups of B
   */
  boolean[] taken(int groups) {
    boolean[] taken = new boolean[groups];
    for (int g : partner) {
      if (g != NONE) {
        taken[g] = true;
      }
    }
    return taken;
  }
}
