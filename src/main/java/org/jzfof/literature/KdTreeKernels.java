package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.Neighbours;

/**
 * Device operations that build a left-balanced k-d tree and walk it without a stack. What is sorted
 * are words as in {@link PlaceKernels}.
 */
public interface KdTreeKernels extends PlaceKernels {
  /**
   * Sorts by tags, stably.
   *
   * @param words I64 [n]; closed
   * @param tags I32 [n] by row
   * @param bits that the tags have
   */
  DeviceArray sortByTag(DeviceArray words, DeviceArray tags, int bits);

  /**
   * Brings the points that are in subtrees of a level to the children of their roots: the tag
   * update kernel of Wald 2022 (arXiv:2211.00120v2), section 3.2.
   *
   * @param tags I32 [n] by row; changed
   * @param words I64 [n] sorted by tag, then by the dimension of the level
   * @param level not the lowest
   */
  void updateTags(DeviceArray tags, DeviceArray words, LeftBalancedShape shape, int level);

  /** Device bytes that {@link #nearest} takes besides its result, for so many queries. */
  long bytesToSearch(long queries, int k);

  /**
   * Finds the nearest points of queries.
   *
   * @param found takes one row per query, with I32 row numbers
   */
  void nearest(KdTree tree, MethodQueries queries, Neighbours found);

  /**
   * Counts the points within the search radius of queries.
   *
   * @param counts I64 by row of the queries
   */
  void count(KdTree tree, MethodQueries queries, DeviceArray counts);

  /**
   * Lists the points within the search radius of queries, by (distance, row).
   *
   * @param lists to be filled, with F64 distances and starts that fit
   */
  void list(KdTree tree, MethodQueries queries, NeighbourLists lists);
}
