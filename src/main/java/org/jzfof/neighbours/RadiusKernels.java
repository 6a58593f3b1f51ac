package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;

/**
 * Device operations that find all points within a radius. A point is a neighbour of a query if its
 * distance, as {@link Neighbours} defines it and before any rounding to F32, is at most the radius
 * of the query, or at most its own radius where the points have radii. In a periodic box each point
 * counts once, at its nearest image.
 */
public interface RadiusKernels {
  /** Indexes points, as {@link KnnKernels#index}. */
  NeighbourIndex index(Coordinates points, Box box);

  /**
   * Makes radii of points ready for being searched.
   *
   * @param index of the points; kept open by the caller as long as what is returned
   * @param radius F64 [n] of each point, in row order, at least 0 and finite; kept open likewise
   * @throws UnsupportedOperationException by a method in which only queries have radii
   */
  PointRadii radii(NeighbourIndex index, DeviceArray radius);

  /** I64 [m]: how many neighbours each query has. */
  DeviceArray count(NeighbourIndex index, BallQueries queries);

  /**
   * Lists the neighbours of each query.
   *
   * @param queries with their places
   * @param start I64 [m+1] sums of what {@link #count} has found, from 0; belongs to what is
   *     returned
   * @param pairs last number of {@code start}
   * @param distance F32 or F64
   */
  NeighbourLists find(
      NeighbourIndex index,
      BallQueries queries,
      DeviceArray start,
      long pairs,
      ElementType distance);
}
