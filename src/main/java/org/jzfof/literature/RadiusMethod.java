package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourLists;

/**
 * A method that finds all points within the search radius of queries one by one. Distances are
 * those of {@link org.jzfof.neighbours.Neighbours}, and a point counts if its distance is at most
 * that radius.
 *
 * @param <I> what it makes of the points
 */
public interface RadiusMethod<I extends MethodIndex> {
  /**
   * @param points kept open by the caller as long as the index
   */
  I build(Coordinates points, Box box);

  /**
   * Counts the points within the search radius of queries.
   *
   * @param counts I64 by row of the queries
   */
  void count(I index, MethodQueries queries, DeviceArray counts);

  /**
   * Lists the points within the search radius of queries, by (distance, row).
   *
   * @param lists to be filled, with F64 distances and starts that fit
   */
  void list(I index, MethodQueries queries, NeighbourLists lists);
}
