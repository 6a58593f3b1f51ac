package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jzfof.comm.rows.TypedColumns;

/** The bound members of this rank: their candidates in the group, and their order by energy. */
final class BoundMembers {
  private static final long FREE = -1;

  private final long[] bound;

  /** Creates a set in which no member is bound. */
  BoundMembers(int count) {
    this.bound = new long[count];
    Arrays.fill(bound, FREE);
  }

  /**
   * Stores the members that are bound in a candidate.
   *
   * @param members bound members of this rank
   * @param energyIndex maps k to the index of the k-th of these members among all that are bound in
   *     the candidate, the most bound first
   */
  void take(int candidate, int[] members, IntUnaryOperator energyIndex) {
    for (int k = 0; k < members.length; k++) {
      bound[members[k]] = (long) candidate << Integer.SIZE | energyIndex.applyAsInt(k);
    }
  }

  /** Returns the columns of the members for a transfer. */
  TypedColumns columns() {
    return new TypedColumns().longs(bound, 1);
  }

  boolean isFree(int member) {
    return bound[member] == FREE;
  }

  /** Returns the candidate in which a member is bound. */
  int candidate(int member) {
    return (int) (bound[member] >> Integer.SIZE);
  }

  /** Returns the index of a bound member by energy in its candidate. */
  int energyIndex(int member) {
    return (int) bound[member];
  }
}
