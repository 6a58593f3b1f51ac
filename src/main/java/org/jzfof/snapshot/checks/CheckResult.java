package org.jzfof.snapshot.checks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;

/** Result of a check of some rows, to be joined with those of other rows. */
public interface CheckResult {
  /** The result as numbers; their count is the same everywhere. */
  long[] seen();

  /** Replaces what was seen by what was seen of consecutive parts of the rows [parts][any]. */
  void join(long[][] seen);

  /** Joins the tallies of all ranks in one exchange; every rank calls it with the same ones. */
  static void join(Communicator comm, List<? extends CheckResult> tallies) {
    List<long[]> results = tallies.stream().map(CheckResult::seen).toList();
    long[] joined = results.stream().flatMapToLong(Arrays::stream).toArray();
    long[][] all = comm.allGather(joined);
    int at = 0;
    for (int i = 0; i < results.size(); i++) {
      int from = at;
      int to = from + results.get(i).length;
      List<long[]> parts = new ArrayList<>();
      for (long[] of : all) {
        parts.add(Arrays.copyOfRange(of, from, to));
      }
      tallies.get(i).join(parts.toArray(long[][]::new));
      at = to;
    }
  }
}
