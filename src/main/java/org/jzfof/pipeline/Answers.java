package org.jzfof.pipeline;

import org.jzfof.knn.Coordinates;
import org.jzfof.knn.Neighbours;

/**
 * Points that have been indexed, and what is asked of them. Every rank takes part in every call.
 */
interface Answers extends AutoCloseable {
  /** Rows of the points of this rank along a space-filling curve, among those of all ranks. */
  long[] order();

  /**
   * The neighbours of points that this rank has read.
   *
   * @param from first of them
   */
  Neighbours own(long from, int count);

  /**
   * The neighbours of points in the order of {@link #order()}.
   *
   * @param from first place in that order
   */
  Neighbours inOrder(long from, int count);

  /**
   * The neighbours of any places.
   *
   * @param queries closed
   */
  Neighbours search(Coordinates queries);

  @Override
  void close();
}
