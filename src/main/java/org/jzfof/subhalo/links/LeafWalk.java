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
  private final long[] limit = new long[MemberTree.LEAF];
  private final int[] node = new int[DEPTH];
  private final int[] first = new int[DEPTH];
  private final int[] end = new int[DEPTH];
  private final long[] gap = new long[DEPTH];
  private int stacked;

  /** Queries of the members of a leaf. */
  interface Queries {
    /** Takes the members [start, stop) for query q, which is a member itself. */
    void offer(int member, int q, int start, int stop);
  }

  LeafWalk(MemberTree tree, LinkCriterion metric) {
    this.tree = tree;
    this.metric = metric;
  }

  /**
   * Signed squares of the distances beyond which each query needs no members. Queries lower their
   * limits while they take members.
   */
  long[] limit() {
    return limit;
  }

  /** Returns the largest limit of the first queries. */
  long farthest(int count) {
    long farthest = limit[0];
    for (int q = 1; q < count; q++) {
      farthest = Math.max(farthest, limit[q]);
    }
    return farthest;
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
    long farthest = farthest(to - from);
    while (stacked > 0) {
      stacked--;
      if (gap[stacked] <= farthest && descend(leaf, from, farthest)) {
        offer(from, to, queries);
        farthest = farthest(to - from);
      }
    }
  }

  /**
   * Descends from the top of the stack to its nearest leaf, and puts nodes that are farther away
   * onto the stack. The leaf is just above the stack then.
   *
   * @return whether there is such a leaf, other than that of the queries, within the limit
   */
  private boolean descend(int leaf, int from, long farthest) {
    int at = node[stacked];
    int start = first[stacked];
    int stop = end[stacked];
    while (stop - start > MemberTree.LEAF) {
      int middle = MemberTree.middle(start, stop);
      int left = 2 * at + 1;
      long toLeft = gap(leaf, left);
      long toRight = gap(leaf, left + 1);
      boolean leftFirst = toLeft < toRight || toLeft == toRight && from < middle;
      if (Math.max(toLeft, toRight) <= farthest) {
        if (leftFirst) {
          push(left + 1, middle, stop, toRight);
        } else {
          push(left, start, middle, toLeft);
        }
      }
      if (Math.min(toLeft, toRight) > farthest) {
        return false;
      }
      at = leftFirst ? left : left + 1;
      start = leftFirst ? start : middle;
      stop = leftFirst ? middle : stop;
    }
    node[stacked] = at;
    first[stacked] = start;
    end[stacked] = stop;
    return at != leaf;
  }

  /** Offers the members of the leaf just above the stack. */
  private void offer(int from, int to, Queries queries) {
    for (int member = from; member < to; member++) {
      if (gapOfMember(member, node[stacked]) <= limit[member - from]) {
        queries.offer(member, member - from, first[stacked], end[stacked]);
      }
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
