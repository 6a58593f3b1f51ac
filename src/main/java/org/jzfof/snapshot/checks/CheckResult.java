package org.jzfof.snapshot.checks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;

/** The result of a check of a part of the rows; results of several parts can be joined. */
public interface CheckResult {
  /** Encodes the result; the length is the same for all parts. */
  long[] encoded();

  /**
   * Replaces this result by the joint result of consecutive parts of the rows.
   *
   * @param parts encoded results in row order
   */
  void join(long[][] parts);

  /**
   * Joins the results of all ranks in one exchange. Every rank calls this method with results of
   * the same checks in the same order.
   */
  static void join(Communicator comm, List<? extends CheckResult> tallies) {
    List<long[]> results = tallies.stream().map(CheckResult::encoded).toList();
    long[] joined = results.stream().flatMapToLong(Arrays::stream).toArray();
    long[][] all = comm.allGather(joined);
    int at = 0;
    for (int i = 0; i < results.size(); i++) {
      int from = at;
      int to = from + results.get(i).length;
      List<long[]> parts = new ArrayList<>();
      for (long[] rank : all) {
        parts.add(Arrays.copyOfRange(rank, from, to));
      }
      tallies.get(i).join(parts.toArray(long[][]::new));
      at = to;
    }
  }
}
