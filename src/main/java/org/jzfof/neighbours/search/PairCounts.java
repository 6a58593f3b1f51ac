package org.jzfof.neighbours.search;

import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.threads.Parallel;

/**
 * Numbers of neighbours.
 *
 * @param total number of neighbours of all queries
 * @param maximum largest number of neighbours of a query
 */
record PairCounts(long total, long maximum) {
  /** Adds up the numbers of the queries of all ranks; every rank calls it. */
  static PairCounts of(long localTotal, long[] counts, Communicator comm) {
    long[] total = {localTotal};
    double[] maximum = {Parallel.max(counts)};
    comm.sum(total);
    comm.max(maximum);
    return new PairCounts(total[0], (long) maximum[0]);
  }

  /**
   * Number of neighbours of the queries before each file, followed by the number of all neighbours
   * [files+1]; every rank calls it.
   *
   * @param counts number of neighbours of each query of this rank
   * @param firstRow first query of this rank
   * @param files shares of the files in all queries
   */
  static long[] starts(long[] counts, long firstRow, EvenShares files, Communicator comm) {
    long[] pairs = new long[files.parts()];
    for (int piece = 0; piece < pairs.length; piece++) {
      int from = index(files.start(piece) - firstRow, counts);
      int to = index(files.start(piece + 1) - firstRow, counts);
      pairs[piece] = Parallel.sum(counts, from, to);
    }
    comm.sum(pairs);
    return ArrayParts.offsets(pairs);
  }

  private static int index(long row, long... counts) {
    return (int) Math.max(0, Math.min(counts.length, row));
  }
}
