package org.jzfof.tree;

import org.jzfof.domain.SortedPoints;

/** Device operations that build tree levels. */
public interface TreeKernels {
  /**
   * Makes the level of leaves: the largest Morton cells of at most {@code maxPoints} points
   * (jz-tree paper, section II-C). A gap between neighbours in this order is a split where the
   * smallest cell around the gap holds more points. Coincident points share a leaf, however many
   * they are; but a multiple of {@link TreeLevel#MAX_SIZE} begins a leaf in any case, so that sizes
   * leave room for a flag.
   *
   * @param points points in Morton order, at least one
   * @param maxPoints largest number of points of a leaf
   */
  TreeLevel leaves(SortedPoints points, int maxPoints);

  /**
   * Makes the next coarser level: the largest Morton cells of at most {@code maxChildren} nodes.
   */
  TreeLevel coarsen(TreeLevel finer, int maxChildren);
}
