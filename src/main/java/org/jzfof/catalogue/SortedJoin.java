package org.jzfof.catalogue;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.snapshot.LongSink;

/**
 * Brings IDs that are sorted on every rank to rank 0 in one order, a round at a time: each rank
 * offers its next ones, and those up to the least of what the ranks offer last are taken, as
 * nothing smaller can follow. No rank holds more than a round; every rank calls each method.
 */
final class SortedJoin {
  private static final long LARGEST = -1;

  private final Communicator comm;
  private final int perRank;

  /**
   * @param most IDs of a round
   */
  SortedJoin(Communicator comm, int most) {
    this.comm = comm;
    this.perRank = Math.max(1, most / comm.size());
  }

  /**
   * Passes on the IDs of all ranks.
   *
   * @param ids those of this rank are [from, to), increasing (unsigned)
   * @param row of the first one
   * @param sink of rank 0
   * @return the row behind the last one, on rank 0
   */
  long stream(long[] ids, int from, int to, long row, LongSink sink) {
    int next = from;
    long reached = row;
    boolean more = true;
    while (more) {
      int end = next + Math.min(to - next, perRank);
      long[][] messages = new long[comm.size()][0];
      messages[0] = new long[1 + end - next];
      messages[0][0] = end < to ? 1 : 0;
      System.arraycopy(ids, next, messages[0], 1, end - next);
      long[][] offered = comm.allToAll(messages);
      long[] limit = comm.broadcast(comm.rank() == 0 ? limit(offered) : new long[2], 0);
      if (comm.rank() == 0) {
        long[] taken = upTo(limit[0], offered);
        if (taken.length > 0) {
          sink.accept(reached, taken.length, taken);
        }
        reached += taken.length;
      }
      next = end(ids, next, end, limit[0]);
      more = limit[1] > 0;
    }
    return reached;
  }

  /** The largest ID of this round, and whether there is another one. */
  private static long[] limit(long[][] offered) {
    long[] limit = {LARGEST, 0};
    for (long[] ids : offered) {
      if (ids[0] > 0) {
        long last = ids[ids.length - 1];
        limit[0] = Long.compareUnsigned(last, limit[0]) < 0 ? last : limit[0];
        limit[1] = 1;
      }
    }
    return limit;
  }

  private static long[] upTo(long limit, long[][] offered) {
    int[] ends = Arrays.stream(offered).mapToInt(ids -> end(ids, 1, ids.length, limit)).toArray();
    long[] taken = new long[Arrays.stream(ends).sum() - ends.length];
    int at = 0;
    for (int r = 0; r < ends.length; r++) {
      System.arraycopy(offered[r], 1, taken, at, ends[r] - 1);
      at += ends[r] - 1;
    }
    sortUnsigned(taken, 0, taken.length);
    return taken;
  }

  /** Behind the last ID of a range that is not above a limit. */
  private static int end(long[] ids, int from, int to, long limit) {
    int end = to;
    while (end > from && Long.compareUnsigned(ids[end - 1], limit) > 0) {
      end--;
    }
    return end;
  }

  static void sortUnsigned(long[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(values, from, to);
    for (int i = from; i < to; i++) {
      values[i] ^= Long.MIN_VALUE;
    }
  }
}
