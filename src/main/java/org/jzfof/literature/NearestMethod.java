package org.jzfof.literature;

import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;

/**
 * A method that answers queries one by one.
 *
 * @param <I> what it makes of the points
 */
public interface NearestMethod<I extends MethodIndex> {
  /**
   * @param points kept open by the caller as long as the index
   */
  I build(Coordinates points, Box box);

  /**
   * Finds the nearest points of queries.
   *
   * @param found takes one row per query, with I32 row numbers
   */
  void nearest(I index, MethodQueries queries, Neighbours found);
}
