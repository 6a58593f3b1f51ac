package org.jzfof.subhalo;

import org.jzfof.fof.LinkCriterion;

/**
 * Finds the nearest other members of members of a group, by distance, then ID. One instance per
 * thread of work.
 */
final class NearestMembers {
  private static final int DEPTH = 64;

  private final MemberTree tree;
  private final LinkCriterion metric;
  private final int most;
  private final int[] found;
  private final long[] square;
  private final int[] node = new int[DEPTH];
  private final int[] first = new int[DEPTH];
  private final int[] end = new int[DEPTH];
  private final long[] bound = new long[DEPTH];
  private int stacked;
  private int count;
  private int query;

  NearestMembers(MemberTree tree, LinkCriterion metric, int most) {
    this.tree = tree;
    this.metric = metric;
    this.most = most;
    this.found = new int[most + 1];
    this.square = new long[most + 1];
  }

  /** Finds those of one; they are all that there are, where there are few. */
  void search(int of) {
    query = of;
    count = 0;
    push(0, 0, tree.count(), 0);
    while (stacked > 0) {
      stacked--;
      if (isNear(node[stacked], bound[stacked])) {
        open(node[stacked], first[stacked], end[stacked]);
      }
    }
  }

  private void open(int at, int from, int to) {
    if (to - from <= MemberTree.LEAF) {
      for (int i = from; i < to; i++) {
        add(i);
      }
      return;
    }
    int middle = MemberTree.middle(from, to);
    int left = 2 * at + 1;
    int right = 2 * at + 2;
    long toLeft = gap(left);
    long toRight = gap(right);
    boolean leftFirst = Long.compareUnsigned(toLeft, toRight) < 0;
    if (leftFirst) {
      push(right, middle, to, toRight);
    }
    push(left, from, middle, toLeft);
    if (!leftFirst) {
      push(right, middle, to, toRight);
    }
  }

  /** Square of the distance to a node. */
  private long gap(int at) {
    return metric.square(
        tree.gap(at, tree.cell(query, 0), 0),
        tree.gap(at, tree.cell(query, 1), 1),
        tree.gap(at, tree.cell(query, 2), 2));
  }

  private void push(int at, int from, int to, long gap) {
    node[stacked] = at;
    first[stacked] = from;
    end[stacked] = to;
    bound[stacked++] = gap;
  }

  private boolean isNear(int at, long within) {
    if (count < most) {
      return true;
    }
    int order = Long.compareUnsigned(within, square[most - 1]);
    return order < 0
        || order == 0 && Long.compareUnsigned(tree.smallestId(at), tree.id(found[most - 1])) < 0;
  }

  private void add(int i) {
    if (i == query) {
      return;
    }
    long own =
        metric.square(
            tree.cell(i, 0) - tree.cell(query, 0),
            tree.cell(i, 1) - tree.cell(query, 1),
            tree.cell(i, 2) - tree.cell(query, 2));
    if (count == most && !before(own, i, most - 1)) {
      return;
    }
    int at = count;
    while (at > 0 && before(own, i, at - 1)) {
      square[at] = square[at - 1];
      found[at] = found[at - 1];
      at--;
    }
    square[at] = own;
    found[at] = i;
    count = Math.min(count + 1, most);
  }

  private boolean before(long own, int i, int other) {
    int order = Long.compareUnsigned(own, square[other]);
    return order < 0 || order == 0 && Long.compareUnsigned(tree.id(i), tree.id(found[other])) < 0;
  }

  /** How many were found. */
  int count() {
    return count;
  }

  /** The n-th nearest. */
  int found(int n) {
    return found[n];
  }
}
