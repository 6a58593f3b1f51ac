package org.jzfof.search;

import org.jzfof.knn.Coordinates;

/** Places to search from, read piece by piece; consecutive rows of their source on each rank. */
public interface QuerySupply {
  /** Queries of this rank. */
  long rows();

  /** Row of the first of them among those of all ranks; increases with the rank. */
  long firstRow();

  /**
   * Reads queries onto the device.
   *
   * @param from first row, counted from the first of this rank
   * @param count rows to read
   */
  Coordinates read(long from, long count);
}
