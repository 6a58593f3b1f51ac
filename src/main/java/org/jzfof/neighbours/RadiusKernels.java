package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;

/**
 * Device operations that find all points within a radius. A point is a neighbour of a query if its
 * distance, as {@link Neighbours} defines it and before any rounding to F32, is at most the radius
 * of the query, or at most its own radius if the points have radii. In a periodic box each point
 * counts once, at its nearest image.
 */
public interface RadiusKernels {
  /** Builds an index of points, like {@link KnnKernels#index}. */
  NeighbourIndex index(Coordinates points, Box box);

  /**
   * Prepares the radii of points for searches.
   *
   * @param index index of the points; kept open by the caller as long as the result
   * @param radius F64 [n] radius of each point, in row order, at least 0 and finite; kept open by
   *     the caller as long as the result
   * @throws UnsupportedOperationException if the method supports radii of queries only
   */
  PointRadii radii(NeighbourIndex index, DeviceArray radius);

  /** I64 [m] number of neighbours of each query. */
  DeviceArray count(NeighbourIndex index, BallQueries queries);

  /**
   * Lists the neighbours of each query.
   *
   * @param start I64 [m+1] prefix sums of the result of {@link #count}; owned by the result
   * @param pairs last element of {@code start}
   * @param distance type of distances, F32 or F64
   */
  NeighbourLists find(
      NeighbourIndex index,
      BallQueries queries,
      DeviceArray start,
      long pairs,
      ElementType distance);

  /**
   * Lists the rows of the neighbours of each query, each list in any order. Without distances this
   * takes less time than {@link #find}.
   *
   * @param start I64 [m+1] prefix sums of the result of {@link #count}; kept open by the caller
   * @param pairs last element of {@code start}
   * @return I32 [pairs] row numbers of the points
   */
  DeviceArray rows(NeighbourIndex index, BallQueries queries, DeviceArray start, long pairs);
}
