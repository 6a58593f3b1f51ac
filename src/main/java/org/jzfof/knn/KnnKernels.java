package org.jzfof.knn;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;

/** Device operations of nearest neighbours. Distances and their order: see {@link Neighbours}. */
public interface KnnKernels {
  /** Largest k: 4096 and the query itself, where that is left out afterwards. */
  int MAX_K = 4097;

  /**
   * Makes points ready for being searched.
   *
   * @param points in row order; not changed, and kept open by the caller as long as the index
   * @param box that holds the points; a periodic one also holds those outside, by wrapping
   */
  NeighbourIndex index(Coordinates points, Box box);

  /**
   * Finds the nearest points of other places.
   *
   * @param queries in any order; of the precision of the points or not; anywhere
   * @param reach F64 [m] distance of each query beyond which nothing is wanted (points at exactly
   *     that distance are), or null for no bound
   * @param k neighbours per query, 1 to {@link #MAX_K}
   * @param distance F32 or F64
   * @return one row per query, in the order of the queries
   */
  Neighbours search(
      NeighbourIndex index, Coordinates queries, DeviceArray reach, int k, ElementType distance);

  /**
   * Finds the nearest points of the points themselves, each of which is among its own.
   *
   * @param from first place in {@link NeighbourIndex#order()}
   * @param to one past the last place
   * @return one row per place
   */
  Neighbours searchOwn(NeighbourIndex index, long from, long to, int k, ElementType distance);

  /** As {@link #searchOwn} for all points, with one row per point in row order. */
  Neighbours searchAll(NeighbourIndex index, int k, ElementType distance);

  /**
   * Leaves one neighbour out of each row: the given one where the row has it, else the last.
   *
   * @param found rows of at least one neighbour
   * @param self [m] the row number to leave out of each row, I32 or I64 as those found
   * @return rows of k - 1
   */
  Neighbours without(Neighbours found, DeviceArray self);

  /**
   * Gives the points found other row numbers.
   *
   * @param found with I32 row numbers
   * @param rows I64 [n] the number to give to the point of each row; increasing
   * @return the same with I64 row numbers and distances of their own; {@link Neighbours#NONE} stays
   */
  Neighbours renumber(Neighbours found, DeviceArray rows);

  /** F64 [m]: the distance of the last neighbour of each row of F64 distances. */
  DeviceArray farthest(Neighbours found);

  /**
   * Replaces some rows by the nearest of themselves and of other rows, by (distance, row number).
   *
   * @param found with I64 row numbers and F64 distances; changed
   * @param which I32 [m] the rows to replace
   * @param others of the same k and types [m or more]; has no point that {@code found} has
   * @param from first row of {@code others} and of {@code which} to take
   * @param to one past the last; the rows to replace are all different
   */
  void merge(Neighbours found, DeviceArray which, Neighbours others, long from, long to);
}
