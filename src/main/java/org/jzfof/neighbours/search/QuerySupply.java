package org.jzfof.neighbours.search;

import org.jzfof.neighbours.Coordinates;

/** Reads the positions of queries, block by block; each rank has consecutive rows of their file. */
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
