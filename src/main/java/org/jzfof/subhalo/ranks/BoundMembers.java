package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jzfof.comm.rows.TypedColumns;

/** Which members of a rank are bound, in which candidates of their group, and how much. */
final class BoundMembers {
  private static final long FREE = -1;

  private final long[] bound;

  /** All free. */
  BoundMembers(int count) {
    this.bound = new long[count];
    Arrays.fill(bound, FREE);
  }

  /**
   * Takes what is bound in a candidate.
   *
   * @param members that are
   * @param energyIndex of the k-th of them among all that are bound in it, the most bound first
   */
  void take(int candidate, int[] members, IntUnaryOperator energyIndex) {
    for (int k = 0; k < members.length; k++) {
      bound[members[k]] = (long) candidate << Integer.SIZE | energyIndex.applyAsInt(k);
    }
  }

  /** What is known of each member. */
  TypedColumns columns() {
    return new TypedColumns().longs(bound, 1);
  }

  boolean isFree(int member) {
    return bound[member] == FREE;
  }

  /** The candidate in which a member is bound. */
  int candidate(int member) {
    return (int) (bound[member] >> Integer.SIZE);
  }

  /** Place of a bound member by energy. */
  int energyIndex(int member) {
    return (int) bound[member];
  }
}
