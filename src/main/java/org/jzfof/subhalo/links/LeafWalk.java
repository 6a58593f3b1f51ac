package org.jzfof.subhalo.links;

import org.jzfof.fof.LinkCriterion;

/**
 * Walks through the tree of a group from one leaf to all leaves near it, the nearer child of a node
 * first. One instance per thread.
 */
final class LeafWalk {
  /** Turns unsigned squares of distances into signed numbers of the same order. */
  static final long SIGN = Long.MIN_VALUE;

  private static final int DEPTH = 64;

  private final MemberTree tree;
  private final LinkCriterion metric;
  private final int[] node = new int[DEPTH];
  private final int[] first = new int[DEPTH];
  private final int[] end = new int[DEPTH];
  private final long[] gap = new long[DEPTH];
  private int stacked;

  /** Queries of the members of a leaf. */
  interface Queries {
    /** Returns the signed square of the distance beyond which query q needs no members. */
    long limit(int q);

    /** Takes the members [start, stop) for query q, which is a member itself. */
    void offer(int member, int q, int start, int stop);
  }

  LeafWalk(MemberTree tree, LinkCriterion metric) {
    this.tree = tree;
    this.metric = metric;
  }

  /**
   * Offers the members of all leaves within the limits, first those of the leaf of the queries.
   *
   * @param leaf node of the queries
   * @param to index after its last member
   */
  void run(int leaf, int from, int to, Queries queries) {
    for (int member = from; member < to; member++) {
      queries.offer(member, member - from, from, to);
    }
    push(0, 0, tree.count(), SIGN);
    while (stacked > 0) {
      stacked--;
      if (node[stacked] != leaf && gap[stacked] <= farthest(queries, to - from)) {
        open(leaf, from, to, queries);
      }
    }
  }

  static long farthest(Queries queries, int count) {
    long farthest = queries.limit(0);
    for (int q = 1; q < count; q++) {
      farthest = Math.max(farthest, queries.limit(q));
    }
    return farthest;
  }

  /** Opens the node that was just popped from the stack. */
  private void open(int leaf, int from, int to, Queries queries) {
    int at = node[stacked];
    int start = first[stacked];
    int stop = end[stacked];
    if (stop - start <= MemberTree.LEAF) {
      for (int member = from; member < to; member++) {
        if (gapOfMember(member, at) <= queries.limit(member - from)) {
          queries.offer(member, member - from, start, stop);
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

  /** Returns the signed square of the distance between a member and a node. */
  private long gapOfMember(int member, int at) {
    return metric.square(
            tree.gapOfMember(member, at, 0),
            tree.gapOfMember(member, at, 1),
            tree.gapOfMember(member, at, 2))
        ^ SIGN;
  }

  /** Returns the signed square of the distance between two nodes. */
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
}
