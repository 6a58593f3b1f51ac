package org.jzfof.pipeline;

import org.jzfof.knn.Coordinates;

/** The queries of one rank, read onto the device as they are needed. */
public interface QuerySupply {
  /** Queries of this rank. */
  long rows();

  /** The first of them in the order of all ranks together. */
  long firstRow();

  /**
   * Reads consecutive queries.
   *
   * @param from first query, counted from {@link #firstRow()}
   * @param count number of queries
   * @return to be closed by the caller
   */
  Coordinates read(long from, long count);
}
