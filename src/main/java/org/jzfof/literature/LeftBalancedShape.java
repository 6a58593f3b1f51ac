package org.jzfof.literature;

/**
 * The arrangement of nodes in a left-balanced binary tree in level order: Wald 2022
 * (arXiv:2211.00120v2), sections 2 and 4. Node 0 is the root, and the children of node s are 2 s +
 * 1 and 2 s + 2. All levels are full except the lowest, which is filled from the left.
 *
 * @param count number of nodes N
 */
public record LeftBalancedShape(long count) {
  /** Level of a node; that of the root is 0. */
  public static int level(long node) {
    return 63 - Long.numberOfLeadingZeros(node + 1);
  }

  /** Left child of a node; the right one follows it. */
  public static long leftChild(long node) {
    return 2 * node + 1;
  }

  /** Number of nodes above a level, F(l). */
  public static long above(int level) {
    return (1L << level) - 1;
  }

  /** Number of levels L. */
  public int levels() {
    return 64 - Long.numberOfLeadingZeros(count);
  }

  /**
   * Number of nodes of the subtree under a node, ss(s) of section 4.1.
   *
   * @param node node on one of the levels; it may be beyond the last node
   */
  public long size(long node) {
    int below = levels() - level(node) - 1;
    long width = 1L << below;
    long firstLowest = ~(~node << below);
    return width - 1 + Math.min(Math.max(0, count - firstLowest), width);
  }

  /**
   * Offset of the points of a subtree if all points are sorted by the nodes of its level, sb(s, l)
   * of section 4.2.
   */
  public long begin(long node) {
    int level = level(node);
    int below = levels() - level - 1;
    long leftSiblings = node - above(level);
    return above(level)
        + leftSiblings * above(below)
        + Math.min(leftSiblings << below, count - above(levels() - 1));
  }

  /** Index of the point of the node itself in this order: the pivot of section 2.1. */
  public long pivot(long node) {
    return begin(node) + size(leftChild(node));
  }

  /** Index of a node in symmetric order, in which it is between its two subtrees. */
  public long inOrder(long node) {
    int level = level(node);
    boolean hasChildren = leftChild(node) < count;
    // Between two subtrees of a level there is one node of the levels above it.
    return (hasChildren ? pivot(node) : begin(node)) + node - 2 * above(level);
  }
}
