package org.jzfof.subhalo;

import java.util.Arrays;

/**
 * The members of a group by decreasing density, of equal ones by increasing ID. A rank is a place
 * in this order.
 *
 * @param member row of each rank among all members
 * @param nearest rank of the nearest denser member, or {@link SubhaloMembers#NONE}
 * @param second rank of the next one, or {@link SubhaloMembers#NONE}
 */
record DensityOrder(int[] member, int[] nearest, int[] second) {

  /**
   * @throws IllegalArgumentException if a member that is said to be denser is not
   */
  static DensityOrder of(SubhaloMembers members, int group) {
    int start = members.start()[group];
    double[] sparse = new double[members.length(group)];
    Arrays.setAll(sparse, i -> -members.density()[start + i]);
    int[] order = SortedOrder.increasing(sparse, i -> members.id()[start + i]);
    Arrays.setAll(order, r -> start + order[r]);
    int[] rank = new int[order.length];
    for (int r = 0; r < order.length; r++) {
      rank[order[r] - start] = r;
    }
    return new DensityOrder(order, ranks(members, order, rank, 0), ranks(members, order, rank, 1));
  }

  private static int[] ranks(SubhaloMembers members, int[] order, int[] rank, int which) {
    int[] ranks = new int[order.length];
    Arrays.setAll(
        ranks,
        r -> {
          int other = members.denser()[2 * order[r] + which];
          if (other == SubhaloMembers.NONE) {
            return SubhaloMembers.NONE;
          }
          if (other < 0 || other >= rank.length || rank[other] >= r) {
            throw new IllegalArgumentException(
                "member %d of %d, said to be denser than number %d by density"
                    .formatted(other, rank.length, r));
          }
          return rank[other];
        });
    return ranks;
  }
}
