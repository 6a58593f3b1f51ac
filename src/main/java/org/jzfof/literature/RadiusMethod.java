package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourLists;

/**
 * A method that finds all points within the search radius of queries one by one. Distances are
 * those of {@link org.jzfof.neighbours.Neighbours}, and a point is a neighbour if its distance is
 * at most the search radius.
 *
 * @param <I> index of the method
 */
public interface RadiusMethod<I extends MethodIndex> {
  /**
   * Builds the index of points.
   *
   * @param points points; kept open by the caller as long as the index
   */
  I build(Coordinates points, Box box);

  /**
   * Counts the points within the search radius of queries.
   *
   * @param counts I64 [m] receives the counts by row of the queries
   */
  void count(I index, MethodQueries queries, DeviceArray counts);

  /**
   * Lists the points within the search radius of queries, by (distance, row).
   *
   * @param lists lists with valid offsets; receives rows and F64 distances
   */
  void list(I index, MethodQueries queries, NeighbourLists lists);
}
