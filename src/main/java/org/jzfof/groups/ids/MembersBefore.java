package org.jzfof.groups.ids;

import org.jzfof.comm.Communicator;
import org.jzfof.domain.SharedBisection;

/**
 * Which of the members of this rank stand before a row of the list of all members, which no rank
 * has: found by counts.
 */
final class MembersBefore {
  private static final long LARGEST = -1; // unsigned

  private final Communicator comm;
  private final MemberRuns here;
  private final RunKeys keys;
  private final long runs;

  /**
   * Every rank makes one.
   *
   * @param keys of the members here
   */
  MembersBefore(Communicator comm, MemberRuns here, RunKeys keys) {
    this.comm = comm;
    this.here = here;
    this.keys = keys;
    double[] last = {here.count() == 0 ? 0 : here.number()[here.count() - 1]};
    comm.max(last); // below 2^53
    this.runs = (long) last[0] + 1;
  }

  /**
   * How many members of this rank stand before rows of the list; every rank calls it. Members with
   * the same key in a run stand in the order of their ranks.
   *
   * @param row from 0 to the number of members, the same on all ranks
   */
  long[] before(long[] row) {
    int cuts = row.length;
    long[] run = keys(row, runs, (c, r) -> startOf(r));
    long[] key = SharedBisection.keys(comm, row, bits(run), (c, k) -> below(run[c], k));
    long[] below = new long[cuts];
    long[] through = new long[cuts];
    for (int c = 0; c < cuts; c++) {
      below[c] = below(run[c], key[c]);
      through[c] = key[c] == LARGEST ? startOf(run[c] + 1) : below(run[c], key[c] + 1);
    }
    long[] rank = keys(row, comm.size(), (c, r) -> comm.rank() < r ? through[c] : below[c]);
    return shared(row, rank, below, through);
  }

  /** Bits of the keys of some runs on all ranks: a round of counts for three of them. */
  private int bits(long[] run) {
    double[] most = {0};
    for (long of : run) {
      int found = here.find(of);
      long largest = found < 0 ? 0 : keys.largest(found);
      most[0] = Math.max(most[0], Long.SIZE - Long.numberOfLeadingZeros(largest));
    }
    comm.max(most);
    return (int) most[0];
  }

  /** Of members with one key, those on lower ranks stand before a row, and some on its own rank. */
  private long[] shared(long[] row, long[] rank, long[] below, long[] through) {
    long[] before = new long[row.length];
    for (int c = 0; c < row.length; c++) {
      before[c] = comm.rank() < rank[c] ? through[c] : below[c];
    }
    long[] others = before.clone();
    comm.sum(others);
    for (int c = 0; c < row.length; c++) {
      if (comm.rank() == rank[c]) {
        before[c] = Math.min(through[c], before[c] + row[c] - others[c]);
      }
    }
    return before;
  }

  /** Keys from 0 to one less than {@code end}, or above behind the last row. */
  private long[] keys(long[] row, long end, SharedBisection.KeyCounter counts) {
    return SharedBisection.keys(comm, row, Long.SIZE - Long.numberOfLeadingZeros(end), counts);
  }

  private long startOf(long run) {
    return here.start()[here.below(run)];
  }

  /** Members of lower runs, and those of this one with lower keys. */
  private long below(long run, long key) {
    int found = here.find(run);
    return startOf(run) + (found < 0 ? 0 : keys.below(found, key));
  }
}
