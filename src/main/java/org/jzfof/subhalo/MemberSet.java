package org.jzfof.subhalo;

import org.jzfof.centres.Softening;
import org.jzfof.comm.ArrayParts;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/** A subset of the members of a group, which shrinks as members are dropped. */
public final class MemberSet {
  /** Members per part of the loop in {@link #drop}. */
  private static final int BLOCK = 1 << 14;

  private final SubhaloMembers members;
  private int[] row;
  private long[] depth;
  private int count;

  /**
   * @param row row of each member of the set among all members; the set takes ownership
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

  /** Returns the row of a member of the set among all members. */
  int row(int i) {
    return row[i];
  }

  /** Returns the rows of the remaining members; valid until more members are dropped. */
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

  /** Returns a fixed-point coordinate. */
  int position(int i, int d) {
    return members.position()[3 * row[i] + d];
  }

  double velocity(int i, int d) {
    return members.velocity()[3 * row[i] + d];
  }

  double thermal(int i) {
    return members.thermal()[row[i]];
  }

  /** Returns the potential of the other members at member i, as far as it has been summed up. */
  long depth(int i) {
    return depth[i];
  }

  /**
   * Requests the potential of all members, without the potential of each member at its own
   * position.
   *
   * @param scale factor from potentials to integers
   */
  PotentialSums.Request potentialOfAll(double scale, Softening softening) {
    double itself = softening.largest();
    Parallel.forEach(
        count, Parallel.GRAIN, i -> depth[i] -= (long) Math.rint(mass(i) * itself * scale));
    MemberSelection rows = rows();
    return new PotentialSums.Request(rows, rows, softening, 1, scale, depth);
  }

  /** Requests that the potential of dropped members is subtracted. */
  PotentialSums.Request potentialOfRemoved(
      MemberSelection removed, double scale, Softening softening) {
    return new PotentialSums.Request(removed, rows(), softening, -1, scale, depth);
  }

  /**
   * Drops the members with an energy above a limit, and keeps the others in their order.
   *
   * @param removed output: rows of the dropped members, from {@code offset} on
   */
  void drop(double[] energy, double limit, int[] removed, int offset) {
    int blocks = (count + BLOCK - 1) / BLOCK;
    int[] droppedBefore = new int[blocks + 1]; // number of dropped members in all earlier blocks
    Parallel.forEach(
        blocks,
        1,
        b -> {
          for (int i = b * BLOCK; i < Math.min(count, (b + 1) * BLOCK); i++) {
            droppedBefore[b + 1] += energy[i] > limit ? 1 : 0;
          }
        });
    ArrayParts.prefixSum(droppedBefore);
    if (droppedBefore[blocks] == 0) {
      return;
    }
    int[] keptRow = new int[count - droppedBefore[blocks]];
    long[] keptDepth = new long[keptRow.length];
    Parallel.forEach(
        blocks,
        1,
        b -> {
          int to = offset + droppedBefore[b];
          int kept = b * BLOCK - droppedBefore[b];
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

  /** Returns the deepest member; of equally deep ones the one with the smallest ID. */
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
