package org.jzfof.literature;

import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;

/**
 * A method that finds nearest points of queries one by one.
 *
 * @param <I> index of the method
 */
public interface NearestMethod<I extends MethodIndex> {
  /**
   * Builds the index of points.
   *
   * @param points points; kept open by the caller as long as the index
   */
  I build(Coordinates points, Box box);

  /**
   * Finds the nearest points of queries.
   *
   * @param found receives one row per query, with I32 row numbers
   */
  void findNearest(I index, MethodQueries queries, Neighbours found);
}
