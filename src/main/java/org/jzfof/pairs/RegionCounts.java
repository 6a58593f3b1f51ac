package org.jzfof.pairs;

import org.jzfof.comm.Communicator;

/**
 * Counts of pairs, in all and of each region of the box.
 *
 * @param total of all pairs [{@link PairBins#count}]
 * @param touching of the pairs with a point in each region [regions][{@link PairBins#count}]
 * @param some points in each region [regions]
 * @param others their partners in each [regions]; 0 where the points are their own
 */
public record RegionCounts(long[] total, long[][] touching, long[] some, long[] others) {
  RegionCounts(int counts, int regions) {
    this(new long[counts], new long[regions][counts], new long[regions], new long[regions]);
  }

  /** Adds up those of all ranks; every rank calls it. */
  void sum(Communicator comm) {
    comm.sum(total);
    for (long[] counts : touching) {
      comm.sum(counts);
    }
    comm.sum(some);
    comm.sum(others);
  }
}
