package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;

/** Device operations of nearest neighbours. Distances and their order: see {@link Neighbours}. */
public interface KnnKernels {
  /** Largest k: 4096 and the query itself, where that is left out afterwards. */
  int MAX_K = 4097;

  /** Refuses a k that is no number from 1 to {@link #MAX_K}. */
  static void requireNeighbours(int k) {
    if (k < 1 || k > MAX_K) {
      throw new IllegalArgumentException(k + " neighbours: at least 1 and at most " + MAX_K);
    }
  }

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
   * @param searchRadius F64 [m] distance of each query beyond which nothing is wanted (points at
   *     exactly that distance are), or null for no bound
   * @param k neighbours per query, 1 to {@link #MAX_K}
   * @param distance F32 or F64
   * @return one row per query, in the order of the queries
   */
  Neighbours search(
      NeighbourIndex index,
      Coordinates queries,
      DeviceArray searchRadius,
      int k,
      ElementType distance);

  /**
   * Finds the nearest points of the points themselves, each of which is among its own.
   *
   * @param from first place in {@link NeighbourIndex#order()}
   * @param to one past the last place
   * @param found takes one row per place, with I32 row numbers
   */
  void searchOwn(NeighbourIndex index, long from, long to, Neighbours found);

  /** As {@link #searchOwn} for all points, with one row per point in row order. */
  Neighbours searchAll(NeighbourIndex index, int k, ElementType distance);

  /**
   * The points whose neighbours may lie beyond a domain, a range of the Morton order.
   *
   * @param from place in {@link NeighbourIndex#order()} of the point that the first row is about
   * @param found rows of consecutive places
   * @param map fixed-point map of the box
   * @return I32 rows of {@code found}, increasing; with some whose neighbours only come close
   */
  DeviceArray leaving(
      NeighbourIndex index, long from, Neighbours found, FixedPoint map, KeyRange piece);

  /** Operations on rows that have been found. */
  RowKernels rows();
}
