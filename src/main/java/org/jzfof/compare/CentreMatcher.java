package org.jzfof.compare;

import org.jzfof.threads.Parallel;

/**
 * Matches groups without IDs: two groups match if each is the nearest neighbour of the other by
 * their centres, and their masses are within a factor of two.
 */
final class CentreMatcher {
  /** Minimum number of groups per thread. */
  private static final int GRAIN = 1 << 6;

  private static final double MASS_FACTOR = 2;

  private CentreMatcher() {}

  /**
   * Centres and masses of the groups of one catalogue.
   *
   * @param position centres [3·groups]
   */
  record Groups(double[] position, double[] mass) {}

  /**
   * Finds the pairs.
   *
   * @param side side lengths of the box [3]; infinite if the box does not wrap around
   */
  static Matching match(Groups a, Groups b, double[] side) {
    Matching matching = Matching.none(a.mass.length, false);
    if (a.mass.length == 0 || b.mass.length == 0) {
      return matching;
    }
    int[] ofA = nearest(a, new CentreGrid(b.position, side));
    int[] ofB = nearest(b, new CentreGrid(a.position, side));
    for (int g = 0; g < ofA.length; g++) {
      if (ofA[g] == Matching.NONE) {
        continue;
      }
      double ratio = a.mass[g] / b.mass[ofA[g]];
      if (ofB[ofA[g]] == g && ratio < MASS_FACTOR && ratio > 1 / MASS_FACTOR) {
        matching.partner()[g] = ofA[g];
      }
    }
    return matching;
  }

  private static int[] nearest(Groups groups, CentreGrid grid) {
    int[] nearest = new int[groups.mass.length];
    Parallel.forEach(nearest.length, GRAIN, g -> nearest[g] = grid.nearest(groups.position, 3 * g));
    return nearest;
  }
}
