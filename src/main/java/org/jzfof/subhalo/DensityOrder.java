package org.jzfof.subhalo;

import org.jzfof.subhalo.members.SortedOrder;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * The members of a group by decreasing density, equally dense ones by increasing ID. A rank is an
 * index in this order.
 *
 * @param member row of the member of each rank among all members
 * @param nearest rank of the nearest denser member, or {@link SubhaloMembers#NONE}
 * @param second rank of the second nearest denser member, or {@link SubhaloMembers#NONE}
 */
record DensityOrder(int[] member, int[] nearest, int[] second) {

  /**
   * @throws IllegalArgumentException if a link goes to a member that is not denser
   */
  static DensityOrder of(SubhaloMembers members, int group) {
    int start = members.start()[group];
    double[] sparse = new double[members.length(group)];
    Parallel.forEach(sparse.length, Parallel.GRAIN, i -> sparse[i] = -members.density()[start + i]);
    int[] order = SortedOrder.increasing(sparse, i -> members.id()[start + i]);
    int[] rank = new int[order.length];
    Parallel.forEach(
        order.length,
        Parallel.GRAIN,
        r -> {
          rank[order[r]] = r;
          order[r] += start;
        });
    int[] nearest = new int[order.length];
    int[] second = new int[order.length];
    Parallel.forEach(
        order.length,
        Parallel.GRAIN,
        r -> {
          nearest[r] = rank(members.denser()[2 * order[r]], rank, r);
          second[r] = rank(members.denser()[2 * order[r] + 1], rank, r);
        });
    return new DensityOrder(order, nearest, second);
  }

  private static int rank(int denser, int[] rank, int memberRank) {
    if (denser == SubhaloMembers.NONE) {
      return SubhaloMembers.NONE;
    }
    if (denser < 0 || denser >= rank.length || rank[denser] >= memberRank) {
      throw new IllegalArgumentException(
          "member %d of %d, said to be denser than number %d by density"
              .formatted(denser, rank.length, memberRank));
    }
    return rank[denser];
  }
}
