package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.fof.LinkCriterion;

/**
 * Finds the nearest other members of members of a group, by distance, then ID: of all members of a
 * leaf at once, for which the tree is walked once. One instance per thread of work.
 */
public final class NearestMembers {
  private static final int DEPTH = 64;
  private static final long SIGN = Long.MIN_VALUE; // makes unsigned squares signed

  private final MemberTree tree;
  private final LinkCriterion metric;
  private final int most;
  private final int width;
  private final int[] found;
  private final long[] square;
  private final int[] count = new int[MemberTree.LEAF];
  private final long[] bound = new long[MemberTree.LEAF]; // not below the last that is wanted
  private final long[] worst = new long[MemberTree.LEAF]; // of those that have been found
  private final int[] node = new int[DEPTH];
  private final int[] first = new int[DEPTH];
  private final int[] end = new int[DEPTH];
  private final long[] gap = new long[DEPTH];
  private int stacked;

  /**
   * @param most how many are wanted
   */
  public NearestMembers(MemberTree tree, LinkCriterion metric, int most) {
    this.tree = tree;
    this.metric = metric;
    this.most = most;
    this.width = most + 1;
    this.found = new int[MemberTree.LEAF * width];
    this.square = new long[MemberTree.LEAF * width];
  }

  /**
   * Finds those of the members of a leaf; they are all that there are, where there are few.
   *
   * @param leaf node of the tree
   * @param from first of its members
   * @param to behind the last
   */
  void search(int leaf, int from, int to) {
    reach(from, to);
    System.arraycopy(worst, 0, bound, 0, bound.length);
    restart();
    addAll(from, to, from, to);
    push(0, 0, tree.count(), SIGN);
    while (stacked > 0) {
      stacked--;
      if (node[stacked] != leaf && gap[stacked] <= farthest(to - from)) {
        open(leaf, from, to);
      }
    }
  }

  /**
   * A distance within which each member of a leaf has as many others as are wanted: that of members
   * that are near in Morton order.
   *
   * @return its square as the metric has it, or the largest unsigned number where there are too few
   */
  public long reach(int from, int to) {
    Arrays.fill(bound, Long.MAX_VALUE);
    restart();
    addAll(from, to, Math.max(0, from - most), Math.min(tree.count(), to + most));
    return farthest(to - from) ^ SIGN;
  }

  private void restart() {
    Arrays.fill(count, 0);
    System.arraycopy(bound, 0, worst, 0, worst.length);
  }

  private long farthest(int queries) {
    long farthest = worst[0];
    for (int q = 1; q < queries; q++) {
      farthest = Math.max(farthest, worst[q]);
    }
    return farthest;
  }

  /** Opens the node behind the end of the stack. */
  private void open(int leaf, int from, int to) {
    int at = node[stacked];
    int start = first[stacked];
    int stop = end[stacked];
    if (stop - start <= MemberTree.LEAF) {
      for (int query = from; query < to; query++) {
        if (gapOfMember(query, at) <= worst[query - from]) {
          add(query, query - from, start, stop);
        }
      }
      return;
    }
    int middle = MemberTree.middle(start, stop);
    int left = 2 * at + 1;
    int right = left + 1;
    long toLeft = gap(leaf, left);
    long toRight = gap(leaf, right);
    if (toLeft < toRight || toLeft == toRight && from < middle) {
      push(right, middle, stop, toRight);
      push(left, start, middle, toLeft);
    } else {
      push(left, start, middle, toLeft);
      push(right, middle, stop, toRight);
    }
  }

  /** Square of the distance of a member and a node. */
  private long gapOfMember(int query, int at) {
    return metric.square(
            tree.gapOfMember(query, at, 0),
            tree.gapOfMember(query, at, 1),
            tree.gapOfMember(query, at, 2))
        ^ SIGN;
  }

  /** Square of the distance of two nodes. */
  private long gap(int leaf, int at) {
    return metric.square(tree.gap(leaf, at, 0), tree.gap(leaf, at, 1), tree.gap(leaf, at, 2))
        ^ SIGN;
  }

  private void push(int at, int start, int stop, long distance) {
    node[stacked] = at;
    first[stacked] = start;
    end[stacked] = stop;
    gap[stacked++] = distance;
  }

  private void addAll(int from, int to, int start, int stop) {
    for (int query = from; query < to; query++) {
      add(query, query - from, start, stop);
    }
  }

  private void add(int query, int q, int start, int stop) {
    int x = tree.cell(query, 0);
    int y = tree.cell(query, 1);
    int z = tree.cell(query, 2);
    for (int i = start; i < stop; i++) {
      long own =
          metric.square(tree.cell(i, 0) - x, tree.cell(i, 1) - y, tree.cell(i, 2) - z) ^ SIGN;
      if (own <= worst[q] && i != query) {
        add(q, own, i);
      }
    }
  }

  private void add(int q, long own, int i) {
    int row = q * width;
    int at = row + count[q];
    while (at > row && before(own, i, at - 1)) {
      square[at] = square[at - 1];
      found[at] = found[at - 1];
      at--;
    }
    square[at] = own;
    found[at] = i;
    count[q] = Math.min(count[q] + 1, most);
    worst[q] = count[q] == most ? square[row + most - 1] : bound[q];
  }

  private boolean before(long own, int i, int other) {
    return own < square[other]
        || own == square[other] && Long.compareUnsigned(tree.id(i), tree.id(found[other])) < 0;
  }

  /** How many were found for a member of the leaf. */
  int count(int q) {
    return count[q];
  }

  /** The n-th nearest of a member of the leaf. */
  int found(int q, int n) {
    return found[q * width + n];
  }
}
