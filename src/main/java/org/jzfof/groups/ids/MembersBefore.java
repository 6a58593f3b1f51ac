package org.jzfof.groups.ids;

import org.jzfof.comm.Communicator;
import org.jzfof.domain.SharedBisection;

/**
 * Counts the members of this rank before a row of the list of all members. No rank has the list:
 * bisections with counts of all ranks find the row.
 */
final class MembersBefore {
  private static final long LARGEST = -1; // unsigned

  private final Communicator comm;
  private final MemberRuns localRuns;
  private final RunKeys keys;
  private final long runs;

  /** Every rank creates one. */
  MembersBefore(Communicator comm, MemberRuns localRuns, RunKeys keys) {
    this.comm = comm;
    this.localRuns = localRuns;
    this.keys = keys;
    double[] last = {localRuns.count() == 0 ? 0 : localRuns.number()[localRuns.count() - 1]};
    comm.max(last); // below 2^53
    this.runs = (long) last[0] + 1;
  }

  /**
   * Counts the members of this rank before rows of the list. Every rank calls this method. Members
   * with the same key in a run are in the order of their ranks.
   *
   * @param row row numbers from 0 to the number of members, the same on all ranks
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

  /**
   * Returns the number of bits of the keys of runs on all ranks. Fewer bits need fewer rounds of
   * counts.
   */
  private int bits(long[] run) {
    double[] bits = {0};
    for (long of : run) {
      int found = localRuns.find(of);
      long largest = found < 0 ? 0 : keys.largest(found);
      bits[0] = Math.max(bits[0], Long.SIZE - Long.numberOfLeadingZeros(largest));
    }
    comm.max(bits);
    return (int) bits[0];
  }

  /**
   * Divides members with equal keys: those on lower ranks than the row's are before it, and so are
   * the remaining ones on the row's rank.
   */
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

  /** Returns keys from 0 to {@code end} - 1; larger keys stand for rows past the last. */
  private long[] keys(long[] row, long end, SharedBisection.KeyCounter counts) {
    return SharedBisection.keys(comm, row, Long.SIZE - Long.numberOfLeadingZeros(end), counts);
  }

  private long startOf(long run) {
    return localRuns.start()[localRuns.below(run)];
  }

  /** Returns the number of members in lower runs, plus those of this run with lower keys. */
  private long below(long run, long key) {
    int found = localRuns.find(run);
    return startOf(run) + (found < 0 ? 0 : keys.below(found, key));
  }
}
