package org.jzfof.neighbours.search;

import org.jzfof.neighbours.Coordinates;

/** Reads the positions of queries, block by block. Each rank has consecutive queries. */
public interface QuerySupply {
  /** Number of queries of this rank. */
  long rows();

  /** Row of the first query of this rank among those of all ranks; increases with the rank. */
  long firstRow();

  /**
   * Reads queries onto the device.
   *
   * @param from index of the first query on this rank
   */
  Coordinates read(long from, long count);
}
