package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;

/**
 * Device operations that find nearest neighbours. {@link Neighbours} defines distances and their
 * order.
 */
public interface KnnKernels {
  /** Largest k: 4096 neighbours and the query itself, which may be left out afterwards. */
  int MAX_K = 4097;

  /** Checks that k is from 1 to {@link #MAX_K}. */
  static void requireNeighbours(int k) {
    if (k < 1 || k > MAX_K) {
      throw new IllegalArgumentException(k + " neighbours: at least 1 and at most " + MAX_K);
    }
  }

  /**
   * Builds an index of points.
   *
   * @param points points in row order; not changed, and kept open by the caller as long as the
   *     index
   * @param box box of the points; if it is periodic, points outside are wrapped into it
   */
  NeighbourIndex index(Coordinates points, Box box);

  /**
   * Finds the nearest points of positions.
   *
   * @param queries m positions, in any order and at any distance from the points; their precision
   *     may differ from that of the points
   * @param searchRadius F64 [m] largest distance of neighbours of each query, inclusive, or null
   *     without limit
   * @param k number of neighbours per query, 1 to {@link #MAX_K}
   * @param distance type of distances, F32 or F64
   * @return one row per query, in the order of the queries
   */
  Neighbours search(
      NeighbourIndex index,
      Coordinates queries,
      DeviceArray searchRadius,
      int k,
      ElementType distance);

  /**
   * Finds the neighbours of {@link #search}, with distances of type F64 and without a search
   * radius. Each row is in any order, but the farthest neighbour is its last: hosts spare the sort.
   */
  default Neighbours searchUnordered(NeighbourIndex index, Coordinates queries, int k) {
    return search(index, queries, null, k, ElementType.F64);
  }

  /**
   * Finds the nearest points of consecutive points along the curve. Each point is a neighbour of
   * itself.
   *
   * @param from first index in {@link NeighbourIndex#order()}
   * @param to one past the last index
   * @param found receives one row per point, with I32 row numbers
   */
  void searchPoints(NeighbourIndex index, long from, long to, Neighbours found);

  /**
   * Finds the nearest points of all points, like {@link #searchPoints}, with one row per point in
   * row order.
   */
  Neighbours searchAll(NeighbourIndex index, int k, ElementType distance);

  /**
   * Finds the nearest points of positions like {@link #search}, without a search radius, and counts
   * the work of each query. The counts do not slow down the other searches.
   *
   * @param queries positions, or null for the points themselves
   * @param work receives the work
   * @return one row per query, in the order of the queries
   */
  Neighbours searchCounted(
      NeighbourIndex index, Coordinates queries, int k, ElementType distance, SearchWork work);

  /**
   * Finds the points whose neighbours may lie beyond a domain, a range of the Morton order.
   *
   * @param from index in {@link NeighbourIndex#order()} of the point of the first row
   * @param found rows of neighbours of consecutive points along the curve
   * @return I32 increasing rows of {@code found}; a few rows whose neighbours only come close to
   *     the border may be included
   */
  DeviceArray findLeaving(
      NeighbourIndex index, long from, Neighbours found, FixedPoint map, KeyRange piece);

  /** Operations on rows of neighbours. */
  RowKernels rows();
}
