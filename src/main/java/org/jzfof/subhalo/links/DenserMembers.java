package org.jzfof.subhalo.links;

import static org.jzfof.subhalo.links.LeafWalk.SIGN;

import java.util.Arrays;
import org.jzfof.fof.LinkCriterion;

/**
 * Finds the two nearest denser members of each member of a leaf, if both are among its nearest
 * neighbours. Most members have denser ones close by, so that only few neighbours matter: these are
 * counted instead of sorted. One instance per thread.
 */
final class DenserMembers implements LeafWalk.Queries {
  private static final int LINKS = 2;

  /**
   * Number of members before and after a leaf in Morton order from which distances are bounded. The
   * window has more members than links may go to, or all members of the group.
   */
  private static final int WINDOW = 12;

  /** Maximum number of members within the bound; with more of them the query is left open. */
  private static final int ROOM = 128;

  private final MemberTree tree;
  private final LinkCriterion metric;
  private final LeafWalk walk;
  private final double[] density;
  private final int nearestCount;
  private final int[] link = new int[MemberTree.LEAF * LINKS];
  private final long[] linkSquare = new long[MemberTree.LEAF * LINKS];
  private final long[] limit;
  private final long[] window = new long[MemberTree.LEAF + 2 * WINDOW];
  private final int[] count = new int[MemberTree.LEAF];
  private final int[] near = new int[MemberTree.LEAF * ROOM];
  private final long[] nearSquare = new long[MemberTree.LEAF * ROOM];

  /**
   * @param density densities of the members in the order of the tree
   * @param nearestCount number of nearest members that links may go to
   */
  DenserMembers(MemberTree tree, LinkCriterion metric, double[] density, int nearestCount) {
    this.tree = tree;
    this.metric = metric;
    this.walk = new LeafWalk(tree, metric);
    this.limit = walk.limit();
    this.density = density;
    this.nearestCount = nearestCount;
  }

  /**
   * Finds the links of the members of a leaf.
   *
   * @param to index after the last member of the leaf
   * @return bits of the members that are left open, as too many members are near
   */
  int search(int leaf, int from, int to) {
    for (int member = from; member < to; member++) {
      int q = member - from;
      limit[q] = bound(member, from, to);
      count[q] = 0;
      Arrays.fill(linkSquare, q * LINKS, (q + 1) * LINKS, Long.MAX_VALUE);
      Arrays.fill(link, q * LINKS, (q + 1) * LINKS, -1);
    }
    walk.run(leaf, from, to, this);
    int open = 0;
    for (int q = 0; q < to - from; q++) {
      open |= count[q] > ROOM ? 1 << q : 0;
    }
    return open;
  }

  /**
   * Returns a distance within which the links of a member are: that of the second denser member in
   * a window, or of as many members as links may go to if these are nearer.
   */
  private long bound(int member, int from, int to) {
    int size = to - from + 2 * WINDOW;
    int start = Math.max(0, Math.min(from - WINDOW, tree.count() - size));
    int end = Math.min(tree.count(), start + size);
    long nearest = Long.MAX_VALUE;
    long second = Long.MAX_VALUE;
    for (int i = start; i < end; i++) {
      long square = i == member ? Long.MAX_VALUE : square(i, member);
      window[i - start] = square;
      if (isEarlier(i, member)) {
        second = Math.min(second, Math.max(nearest, square));
        nearest = Math.min(nearest, square);
      }
    }
    int nearer = 0;
    for (int i = 0; i < end - start; i++) {
      nearer += window[i] < second ? 1 : 0;
    }
    if (nearer < nearestCount) {
      return second;
    }
    Arrays.sort(window, 0, end - start);
    return window[nearestCount - 1];
  }

  private long square(int i, int member) {
    return metric.square(
            tree.cell(i, 0) - tree.cell(member, 0),
            tree.cell(i, 1) - tree.cell(member, 1),
            tree.cell(i, 2) - tree.cell(member, 2))
        ^ SIGN;
  }

  /** Returns whether a member comes before another by decreasing density, then increasing ID. */
  boolean isEarlier(int i, int other) {
    int order = Double.compare(density[other], density[i]);
    return order < 0 || order == 0 && Long.compareUnsigned(tree.id(i), tree.id(other)) < 0;
  }

  @Override
  public void offer(int member, int q, int start, int stop) {
    if (count[q] > ROOM) {
      return;
    }
    int x = tree.cell(member, 0);
    int y = tree.cell(member, 1);
    int z = tree.cell(member, 2);
    for (int i = start; i < stop; i++) {
      long square =
          metric.square(tree.cell(i, 0) - x, tree.cell(i, 1) - y, tree.cell(i, 2) - z) ^ SIGN;
      if (square <= limit[q] && i != member) {
        add(q, i, square, isEarlier(i, member));
      }
    }
  }

  private void add(int q, int i, long square, boolean isEarlier) {
    if (count[q] >= ROOM) {
      count[q] = ROOM + 1;
      return;
    }
    near[q * ROOM + count[q]] = i;
    nearSquare[q * ROOM + count[q]++] = square;
    int at = q * LINKS + 1;
    if (isEarlier && isNearer(i, square, link[at], linkSquare[at])) {
      boolean isNearest = isNearer(i, square, link[at - 1], linkSquare[at - 1]);
      link[at] = isNearest ? link[at - 1] : i;
      linkSquare[at] = isNearest ? linkSquare[at - 1] : square;
      link[at - 1] = isNearest ? i : link[at - 1];
      linkSquare[at - 1] = isNearest ? square : linkSquare[at - 1];
      limit[q] = Math.min(limit[q], linkSquare[at]);
    }
  }

  /**
   * @param other member to compare with, or a negative number, than which every member is nearer
   */
  private boolean isNearer(int i, long square, int other, long otherSquare) {
    return other < 0
        || square < otherSquare
        || square == otherSquare && Long.compareUnsigned(tree.id(i), tree.id(other)) < 0;
  }

  /** Returns the n-th link of a member that is not open, or -1. */
  int link(int q, int n) {
    int to = link[q * LINKS + n];
    long square = linkSquare[q * LINKS + n];
    int nearer = 0;
    for (int k = q * ROOM; k < q * ROOM + count[q]; k++) {
      nearer += near[k] != to && isNearer(near[k], nearSquare[k], to, square) ? 1 : 0;
    }
    return nearer < nearestCount ? to : -1;
  }
}
