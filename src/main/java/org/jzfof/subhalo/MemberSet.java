package org.jzfof.subhalo;

import org.jzfof.subhalo.members.MemberRows;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;

/** Some members of a group, of which ever fewer are left. */
final class MemberSet {
  private final SubhaloMembers members;
  private final int[] row;
  private final long[] depth;
  private int count;

  /**
   * @param row of each among all members; kept
   */
  MemberSet(SubhaloMembers members, int[] row) {
    this.members = members;
    this.row = row;
    this.count = row.length;
    this.depth = new long[count];
  }

  int count() {
    return count;
  }

  /** Among all members. */
  int row(int i) {
    return row[i];
  }

  /** Those that are left; of no meaning when some more are dropped. */
  MemberRows rows() {
    return new MemberRows(count, row);
  }

  double mass(int i) {
    return members.mass()[row[i]];
  }

  long id(int i) {
    return members.id()[row[i]];
  }

  byte type(int i) {
    return members.type()[row[i]];
  }

  /** Fixed-point coordinate. */
  int place(int i, int d) {
    return members.place()[3 * row[i] + d];
  }

  double velocity(int i, int d) {
    return members.velocity()[3 * row[i] + d];
  }

  double thermal(int i) {
    return members.thermal()[row[i]];
  }

  /** Potential in the field of the others, as far as it has been summed up. */
  long depth(int i) {
    return depth[i];
  }

  /**
   * Asks for the potential of all, without that of each in its own place.
   *
   * @param itself potential of a unit mass there
   */
  PotentialSums.Request all(double scale, double itself) {
    for (int i = 0; i < count; i++) {
      depth[i] -= (long) Math.rint(mass(i) * itself * scale);
    }
    MemberRows rows = rows();
    return new PotentialSums.Request(rows, rows, 1, scale, depth);
  }

  /** Asks for the potential of members that are no longer in it, to be taken away. */
  PotentialSums.Request without(MemberRows removed, double scale) {
    return new PotentialSums.Request(removed, rows(), -1, scale, depth);
  }

  /**
   * Drops those with an energy above a limit, and keeps the others in their order.
   *
   * @param removed takes the rows of those that are dropped, from {@code at} on
   */
  void drop(double[] energy, double limit, int[] removed, int at) {
    int kept = 0;
    int gone = at;
    for (int i = 0; i < count; i++) {
      if (energy[i] > limit) {
        removed[gone++] = row[i];
      } else {
        row[kept] = row[i];
        depth[kept++] = depth[i];
      }
    }
    count = kept;
  }

  /** The deepest, of equal ones that with the smallest ID. */
  int deepest() {
    int best = 0;
    for (int i = 1; i < count; i++) {
      boolean smaller = Long.compareUnsigned(id(i), id(best)) < 0;
      best = depth[i] > depth[best] || depth[i] == depth[best] && smaller ? i : best;
    }
    return best;
  }
}
