package org.jzfof.subhalo.links;

import java.util.Arrays;
import org.jzfof.domain.DistanceBatch;
import org.jzfof.fof.LinkCriterion;

/**
 * Finds the two nearest denser members of each member of a leaf, if both are among its nearest
 * neighbours. Most members have denser ones close by, so that only few neighbours matter: the
 * others are ruled out by distances in single precision. One instance per thread.
 */
final class DenserMembers {
  /**
   * Number of members before and after a leaf in Morton order from which distances are bounded. The
   * window has more members than links may go to, or all members of the group.
   */
  private static final int WINDOW = 12;

  private static final int NONE = -1;

  private final MemberTree tree;
  private final LinkCriterion metric;
  private final double[] density;
  private final int nearestCount;
  private final NearMembers near;
  private final float[] bound = new float[MemberTree.LEAF];
  private final float[] window = new float[MemberTree.LEAF + 2 * WINDOW];
  private int[] member = new int[64];
  private long[] square = new long[64]; // unsigned
  private int first;
  private long firstSquare;
  private int second;
  private long secondSquare;

  /**
   * @param density densities of the members in the order of the tree
   * @param nearestCount number of nearest members that links may go to
   */
  DenserMembers(MemberTree tree, LinkCriterion metric, double[] density, int nearestCount) {
    this.tree = tree;
    this.metric = metric;
    this.density = density;
    this.nearestCount = nearestCount;
    this.near = new NearMembers(tree, metric);
  }

  /** Receives the links of a member, or -1. */
  interface LinkSink {
    void accept(int member, int nearest, int second);
  }

  /**
   * Finds the links of the members of a leaf.
   *
   * @param to index after the last member of the leaf
   */
  void search(int leaf, int from, int to, LinkSink sink) {
    int size = to - from + 2 * WINDOW;
    int start = Math.max(0, Math.min(from - WINDOW, tree.count() - size));
    int end = Math.min(tree.count(), start + size);
    near.start(from, start, end);
    float largest = 0;
    for (int i = from; i < to; i++) {
      bound[i - from] = bound(i);
      largest = Math.max(largest, bound[i - from]);
    }
    if (end - start < tree.count()) {
      near.gather(leaf, near.widened(largest));
    }
    for (int i = from; i < to; i++) {
      link(i, bound[i - from]);
      sink.accept(i, first, second);
    }
  }

  /**
   * Returns the square of a distance within which the links of a member are: that of the second
   * denser member in a window, or of as many members as links may go to if these are nearer.
   */
  private float bound(int of) {
    near.measure(of);
    float[] squares = near.members().square();
    int[] points = near.members().point();
    int count = near.members().count();
    float nearest = Float.POSITIVE_INFINITY;
    float next = Float.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      if (squares[i] < next && isEarlier(points[i], of)) {
        next = Math.min(next, Math.max(nearest, squares[i]));
        nearest = Math.min(nearest, squares[i]);
      }
    }
    int nearer = 0;
    for (int i = 0; i < count; i++) {
      nearer += squares[i] < next ? 1 : 0;
    }
    if (nearer <= nearestCount) { // with the member itself
      return next;
    }
    System.arraycopy(squares, 0, window, 0, count);
    Arrays.sort(window, 0, count);
    return window[nearestCount];
  }

  /** Returns whether a member comes before another by decreasing density, then increasing ID. */
  private boolean isEarlier(int i, int other) {
    return density[i] > density[other]
        || density[i] == density[other] && Long.compareUnsigned(tree.id(i), tree.id(other)) < 0;
  }

  /** Finds the links of a member among the members near its leaf. */
  private void link(int of, float bound) {
    near.measure(of);
    DistanceBatch members = near.members();
    float[] squares = members.square();
    float nearest = Float.POSITIVE_INFINITY;
    float next = bound;
    float limit = (float) near.widened(next);
    int selected = members.select(limit);
    if (member.length < selected) {
      member = new int[2 * selected];
      square = new long[2 * selected];
    }
    first = NONE;
    second = NONE;
    int count = 0;
    for (int n = 0; n < selected; n++) {
      int at = members.near()[n];
      int i = members.point()[at];
      if (squares[at] > limit || i == of) {
        continue;
      }
      member[count] = i;
      square[count] = tree.square(i, of, metric);
      if (isEarlier(i, of)) {
        offer(i, square[count]);
        next = Math.min(next, Math.max(nearest, squares[at]));
        nearest = Math.min(nearest, squares[at]);
        limit = (float) near.widened(next);
      }
      count++;
    }
    first = isAmongNearest(first, firstSquare, count) ? first : NONE;
    second = isAmongNearest(second, secondSquare, count) ? second : NONE;
  }

  private void offer(int i, long squareOfIt) {
    if (first == NONE || isNearer(i, squareOfIt, first, firstSquare)) {
      second = first;
      secondSquare = firstSquare;
      first = i;
      firstSquare = squareOfIt;
    } else if (second == NONE || isNearer(i, squareOfIt, second, secondSquare)) {
      second = i;
      secondSquare = squareOfIt;
    }
  }

  private boolean isNearer(int i, long squareOfIt, int other, long otherSquare) {
    int order = Long.compareUnsigned(squareOfIt, otherSquare);
    return order < 0 || order == 0 && Long.compareUnsigned(tree.id(i), tree.id(other)) < 0;
  }

  /** Returns whether few enough of the first members are nearer than a link, if there is one. */
  private boolean isAmongNearest(int link, long linkSquare, int count) {
    int nearer = 0;
    for (int k = 0; link != NONE && k < count; k++) {
      nearer += isNearer(member[k], square[k], link, linkSquare) ? 1 : 0;
    }
    return nearer < nearestCount;
  }
}
