package org.jzfof.groups.ids;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.SharedBisection;

/**
 * Which of the members of this rank stand before a row of the list of all members, which no rank
 * has: found by counts. The members of one type of one group are a run; runs are numbered over the
 * catalogue, and only those with members here are kept.
 */
final class MemberRows {
  private static final long LARGEST = -1; // unsigned

  private final Communicator comm;
  private final long[] number;
  private final long[] start;
  private final long[] ids;
  private final long runs;

  private MemberRows(Communicator comm, long[] number, long[] start, long[] ids, long runs) {
    this.comm = comm;
    this.number = number;
    this.start = start;
    this.ids = ids;
    this.runs = runs;
  }

  /**
   * Every rank calls it; the arrays are as in {@link DistributedIds}.
   *
   * @param types of the catalogue
   */
  static MemberRows of(
      Communicator comm, long[] numbers, long[] lengthType, int types, long[] ids) {
    int[] filled = IntStream.range(0, lengthType.length).filter(i -> lengthType[i] > 0).toArray();
    long[] number =
        Arrays.stream(filled).mapToLong(i -> numbers[i / types] * types + i % types).toArray();
    long[] start = Parts.starts(filled.length, r -> lengthType[filled[r]]);
    double[] last = {number.length == 0 ? 0 : number[number.length - 1]};
    comm.max(last); // below 2^53
    return new MemberRows(comm, number, start, ids, (long) last[0] + 1);
  }

  /** The number in the catalogue of a run of this rank. */
  long number(int run) {
    return number[run];
  }

  /** The first member of a run of this rank, or behind the last member. */
  int start(int run) {
    return (int) start[run];
  }

  /** The run of this rank that has a member. */
  int runOf(int member) {
    return Parts.partOf(start, member);
  }

  /**
   * How many members of this rank stand before rows of the list; every rank calls it. Members with
   * the same ID in a run stand in the order of their ranks.
   *
   * @param row from 0 to the number of members, the same on all ranks
   */
  int[] before(long[] row) {
    int cuts = row.length;
    long[] run = keys(row, runs, (c, r) -> startOf(r));
    long[] id = SharedBisection.keys(comm, row, Long.SIZE, (c, i) -> below(run[c], i));
    int[] below = new int[cuts];
    int[] through = new int[cuts];
    for (int c = 0; c < cuts; c++) {
      below[c] = below(run[c], id[c]);
      through[c] = id[c] == LARGEST ? startOf(run[c] + 1) : below(run[c], id[c] + 1);
    }
    long[] rank = keys(row, comm.size(), (c, r) -> comm.rank() < r ? through[c] : below[c]);
    return shared(row, rank, below, through);
  }

  /** Of members with one ID, those on lower ranks stand before a row, and some on its own rank. */
  private int[] shared(long[] row, long[] rank, int[] below, int[] through) {
    int[] before = new int[row.length];
    long[] others = new long[row.length];
    for (int c = 0; c < row.length; c++) {
      before[c] = comm.rank() < rank[c] ? through[c] : below[c];
      others[c] = before[c];
    }
    comm.sum(others);
    for (int c = 0; c < row.length; c++) {
      if (comm.rank() == rank[c]) {
        before[c] = Math.min(through[c], before[c] + (int) (row[c] - others[c]));
      }
    }
    return before;
  }

  /** Keys from 0 to one less than {@code end}, or above behind the last row. */
  private long[] keys(long[] row, long end, SharedBisection.Below here) {
    return SharedBisection.keys(comm, row, Long.SIZE - Long.numberOfLeadingZeros(end), here);
  }

  private int runsBelow(long n) {
    return Bisection.countBelow(number.length, i -> number[i] < n);
  }

  private int startOf(long run) {
    return (int) start[runsBelow(run)];
  }

  /** Members of lower runs, and those of this one with lower IDs. */
  private int below(long run, long id) {
    int here = runsBelow(run);
    int first = (int) start[here];
    boolean has = here < number.length && number[here] == run;
    int length = has ? (int) start[here + 1] - first : 0;
    return first + Bisection.countBelow(length, i -> Long.compareUnsigned(ids[first + i], id) < 0);
  }
}
