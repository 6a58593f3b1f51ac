package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.Neighbours;

/** Device operations that arrange positions as a left-balanced k-d tree, and walk it. */
public interface KdTreeKernels extends DistinctPointKernels {
  /**
   * Positions in the order of a tree.
   *
   * @param nodes I32 [count] index of the position of each node
   * @param splits U8 [count] dimension in which each node splits its sub-tree; null if dimensions
   *     take turns
   */
  record Arrangement(DeviceArray nodes, DeviceArray splits) {}

  /**
   * Arranges positions: Wald 2022 (arXiv:2211.00120v2). Among equal coordinates the same positions
   * always come to the same nodes, with any number of threads.
   *
   * @param dimensions dimensions to split, at least one
   * @param widest whether each sub-tree is split in the dimension in which its part of the box is
   *     widest (section 6), instead of all dimensions in turn
   */
  Arrangement arrange(DistinctPoints positions, int[] dimensions, boolean widest);

  /** Device bytes per position that {@link #arrange} takes, with its result but without splits. */
  long arrangeBytes();

  /**
   * Puts the rows of nodes in the symmetric order of the tree, in which each node is between its
   * sub-trees. Consecutive rows are near each other.
   *
   * @param rows I32 [count] rows in level order
   */
  DeviceArray inOrder(DeviceArray rows);

  /** Device bytes that {@link #findNearest} takes besides its result. */
  long searchBytes(long queries, int k);

  /**
   * Finds the nearest points of queries.
   *
   * @param found receives one row per query, with I32 row numbers
   */
  void findNearest(KdTree tree, MethodQueries queries, Neighbours found);

  /**
   * Counts the points within the search radius of queries.
   *
   * @param counts I64 [m] receives the counts by row of the queries
   */
  void count(KdTree tree, MethodQueries queries, DeviceArray counts);

  /**
   * Lists the points within the search radius of queries, by (distance, row).
   *
   * @param lists lists with valid offsets; receives rows and F64 distances
   */
  void list(KdTree tree, MethodQueries queries, NeighbourLists lists);
}
