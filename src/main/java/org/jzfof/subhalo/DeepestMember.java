package org.jzfof.subhalo;

import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * The deepest member of a set, of equal ones that with the smallest ID.
 *
 * @param row among the members here, or {@link SubhaloMembers#NONE} where it is on another rank
 * @param id of it
 * @param place fixed-point coordinates [3]
 */
public record DeepestMember(int row, long id, int[] place) {
  private static final int ID = 1;
  private static final int PLACE = 2;

  /**
   * Finds it.
   *
   * @param set the part here of a set that is not empty
   */
  static DeepestMember of(MemberSet set, SetReduction parts) {
    int own = set.count() > 0 ? set.deepest() : SubhaloMembers.NONE;
    long[][] each = parts.each(own < 0 ? new long[0] : values(set, own));
    int best = SubhaloMembers.NONE;
    for (int p = 0; p < each.length; p++) {
      if (each[p].length > 0 && (best < 0 || isDeeper(each[p], each[best]))) {
        best = p;
      }
    }
    int[] place = new int[3];
    for (int d = 0; d < 3; d++) {
      place[d] = (int) each[best][PLACE + d];
    }
    int row = best == parts.number() ? set.row(own) : SubhaloMembers.NONE;
    return new DeepestMember(row, each[best][ID], place);
  }

  private static long[] values(MemberSet set, int i) {
    return new long[] {set.depth(i), set.id(i), set.place(i, 0), set.place(i, 1), set.place(i, 2)};
  }

  private static boolean isDeeper(long[] one, long[] other) {
    boolean smaller = Long.compareUnsigned(one[ID], other[ID]) < 0;
    return one[0] > other[0] || one[0] == other[0] && smaller;
  }
}
