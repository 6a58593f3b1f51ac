package org.jzfof.neighbours.packing;

import org.jzfof.comm.EvenShares;

/**
 * The blocks of consecutive queries whose lists are packed together. They are counted from the
 * first query of each file, so that no block is in two files; the last one of a file may be
 * shorter.
 *
 * @param files shares of the files in all queries
 */
public record PackingBlocks(EvenShares files) {
  /** Number of queries of a block. */
  public static final int QUERIES = 64;

  /** First query of the block that contains a query; the end of all queries for this end. */
  public long floor(long query) {
    if (query >= files.total()) {
      return files.total();
    }
    long first = files.start(files.part(query));
    return first + (query - first) / QUERIES * QUERIES;
  }

  /** Query after the last one of the block that contains a query. */
  public long next(long query) {
    return Math.min(floor(query) + QUERIES, files.start(files.part(query) + 1));
  }

  /** Number of blocks of a file. */
  public long ofFile(int piece) {
    return (files.count(piece) + QUERIES - 1) / QUERIES;
  }

  /** Number of blocks of queries [from, to), which are whole blocks. */
  public int count(long from, long to) {
    int count = 0;
    for (long query = from; query < to; query = next(query)) {
      count++;
    }
    return count;
  }

  /**
   * First query of each block of queries [from, to), which are whole blocks, counted from {@code
   * from}, followed by their number [blocks+1].
   */
  public int[] starts(long from, long to) {
    int[] starts = new int[count(from, to) + 1];
    long query = from;
    for (int block = 0; block + 1 < starts.length; block++) {
      starts[block] = (int) (query - from);
      query = next(query);
    }
    starts[starts.length - 1] = (int) (to - from);
    return starts;
  }

  /** First query of each rank in nearly even shares of whole blocks, followed by the end. */
  public long[] ofRanks(int ranks) {
    EvenShares shares = new EvenShares(files.total(), ranks);
    long[] start = new long[ranks + 1];
    for (int rank = 0; rank <= ranks; rank++) {
      start[rank] = floor(shares.start(rank));
    }
    return start;
  }
}
