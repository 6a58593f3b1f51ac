package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.Neighbours;

/**
 * Device operations that build a left-balanced k-d tree and walk it without a stack. They sort
 * words like {@link DistinctPointKernels}.
 */
public interface KdTreeKernels extends DistinctPointKernels {
  /**
   * Sorts by tags, stably.
   *
   * @param words I64 [n] words; closed
   * @param tags I32 [n] tags by row
   */
  DeviceArray sortByTag(DeviceArray words, DeviceArray tags, int bits);

  /**
   * Moves the points of the subtrees of a level to the children of their roots: the tag update
   * kernel of Wald 2022 (arXiv:2211.00120v2), section 3.2.
   *
   * @param tags I32 [n] tags by row; changed
   * @param words I64 [n] words, sorted by tag, then by the dimension of the level
   * @param level level of the subtrees, above the lowest level
   */
  void updateTags(DeviceArray tags, DeviceArray words, LeftBalancedShape shape, int level);

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
