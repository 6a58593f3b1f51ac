package org.jzfof.subhalo;

import org.jzfof.comm.ArrayParts;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/** Some members of a group, of which ever fewer are left. */
public final class MemberSet {
  /** Members that one part of a loop drops. */
  private static final int BLOCK = 1 << 14;

  private final SubhaloMembers members;
  private int[] row;
  private long[] depth;
  private int count;

  /**
   * @param row of each among all members; kept
   */
  public MemberSet(SubhaloMembers members, int[] row) {
    this.members = members;
    this.row = row;
    this.count = row.length;
    this.depth = new long[count];
  }

  public int count() {
    return count;
  }

  /** Among all members. */
  int row(int i) {
    return row[i];
  }

  /** Those that are left; of no meaning when some more are dropped. */
  MemberSelection rows() {
    return new MemberSelection(count, row);
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
    Parallel.forEach(
        count, Parallel.GRAIN, i -> depth[i] -= (long) Math.rint(mass(i) * itself * scale));
    MemberSelection rows = rows();
    return new PotentialSums.Request(rows, rows, 1, scale, depth);
  }

  /** Asks for the potential of members that are no longer in it, to be taken away. */
  PotentialSums.Request without(MemberSelection removed, double scale) {
    return new PotentialSums.Request(removed, rows(), -1, scale, depth);
  }

  /**
   * Drops those with an energy above a limit, and keeps the others in their order.
   *
   * @param removed takes the rows of those that are dropped, from {@code at} on
   */
  void drop(double[] energy, double limit, int[] removed, int at) {
    int blocks = (count + BLOCK - 1) / BLOCK;
    int[] gone = new int[blocks + 1]; // in all blocks before
    Parallel.forEach(
        blocks,
        1,
        b -> {
          for (int i = b * BLOCK; i < Math.min(count, (b + 1) * BLOCK); i++) {
            gone[b + 1] += energy[i] > limit ? 1 : 0;
          }
        });
    ArrayParts.prefixSum(gone);
    if (gone[blocks] == 0) {
      return;
    }
    int[] keptRow = new int[count - gone[blocks]];
    long[] keptDepth = new long[keptRow.length];
    Parallel.forEach(
        blocks,
        1,
        b -> {
          int to = at + gone[b];
          int kept = b * BLOCK - gone[b];
          for (int i = b * BLOCK; i < Math.min(count, (b + 1) * BLOCK); i++) {
            if (energy[i] > limit) {
              removed[to++] = row[i];
            } else {
              keptRow[kept] = row[i];
              keptDepth[kept++] = depth[i];
            }
          }
        });
    row = keptRow;
    depth = keptDepth;
    count = row.length;
  }

  /** The deepest, of equal ones that with the smallest ID. */
  int deepest() {
    int[] best = {0};
    Parallel.forRange(
        count,
        Parallel.GRAIN,
        (from, to) -> {
          int deepest = from;
          for (int i = from + 1; i < to; i++) {
            deepest = isDeeper(i, deepest) ? i : deepest;
          }
          synchronized (best) {
            best[0] = isDeeper(deepest, best[0]) ? deepest : best[0];
          }
        });
    return best[0];
  }

  private boolean isDeeper(int i, int other) {
    boolean smaller = Long.compareUnsigned(id(i), id(other)) < 0;
    return depth[i] > depth[other] || depth[i] == depth[other] && smaller;
  }
}
