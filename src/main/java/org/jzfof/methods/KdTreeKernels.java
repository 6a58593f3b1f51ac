package org.jzfof.methods;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.error.Cleanup;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.NeighbourLists;
import org.jzfof.knn.Neighbours;

/**
 * Device operations that build a left-balanced k-d tree and walk it without a stack. Points are
 * sorted as words: the row of a point in the lower half, what it is sorted by in the upper one.
 */
public interface KdTreeKernels {
  /**
   * Coordinates of points that are wrapped into a periodic box.
   *
   * @param xyz of the type of those given [3n]
   * @param farthest largest absolute coordinate that was outside
   */
  record Wrapped(DeviceArray xyz, double farthest) {}

  /** Brings points into [0, side] of a periodic box; null where all are there, or it is open. */
  Wrapped wrap(Coordinates points, Box box);

  /**
   * Sorts by one coordinate, stably; 0 and -0 are equal.
   *
   * @param words I64 [n]; closed
   */
  DeviceArray sortByCoordinate(DeviceArray words, Coordinates points, int dimension);

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

  /**
   * Places with one point or more.
   *
   * @param first I32 the smallest row of each place, increasing
   * @param next I32 [n] the next row at the place of each, or {@link Neighbours#NONE}
   */
  record Places(DeviceArray first, DeviceArray next) implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(first, next);
    }
  }

  /**
   * Finds the points that coincide.
   *
   * @param words I64 [n] sorted by all coordinates, then by row
   */
  Places places(DeviceArray words, Coordinates points);

  /** Device bytes that {@link #nearest} takes besides its result, for so many queries. */
  long bytesToSearch(long queries, int k);

  /**
   * Finds the nearest points of queries.
   *
   * @param found takes one row per query, with I32 row numbers
   */
  void nearest(KdTree tree, KdQueries queries, Neighbours found);

  /**
   * Counts the points within the reach of queries.
   *
   * @param counts I64 by row of the queries
   */
  void count(KdTree tree, KdQueries queries, DeviceArray counts);

  /**
   * Lists the points within the reach of queries, by (distance, row).
   *
   * @param lists to be filled, with F64 distances and starts that fit
   */
  void list(KdTree tree, KdQueries queries, NeighbourLists lists);
}
