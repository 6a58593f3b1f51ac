package org.jzfof.subhalo;

import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * The member of a set with the lowest potential; of equally deep ones the one with the smallest ID.
 *
 * @param row row among the members of this rank, or {@link SubhaloMembers#NONE} if the member is on
 *     another rank
 * @param position fixed-point coordinates [3]
 */
public record DeepestMember(int row, long id, int[] position) {
  private static final int ID = 1;
  private static final int POSITION = 2;

  /**
   * Finds the deepest member of all parts of a set.
   *
   * @param set the part on this rank; at least one part has members
   */
  static DeepestMember of(MemberSet set, SetReduction parts) {
    int localDeepest = set.count() > 0 ? set.deepest() : SubhaloMembers.NONE;
    long[][] each = parts.gather(localDeepest < 0 ? new long[0] : values(set, localDeepest));
    int best = SubhaloMembers.NONE;
    for (int p = 0; p < each.length; p++) {
      if (each[p].length > 0 && (best < 0 || isDeeper(each[p], each[best]))) {
        best = p;
      }
    }
    int[] position = new int[3];
    for (int d = 0; d < 3; d++) {
      position[d] = (int) each[best][POSITION + d];
    }
    int row = best == parts.index() ? set.row(localDeepest) : SubhaloMembers.NONE;
    return new DeepestMember(row, each[best][ID], position);
  }

  private static long[] values(MemberSet set, int i) {
    return new long[] {
      set.depth(i), set.id(i), set.position(i, 0), set.position(i, 1), set.position(i, 2)
    };
  }

  private static boolean isDeeper(long[] one, long[] other) {
    boolean smaller = Long.compareUnsigned(one[ID], other[ID]) < 0;
    return one[0] > other[0] || one[0] == other[0] && smaller;
  }
}
