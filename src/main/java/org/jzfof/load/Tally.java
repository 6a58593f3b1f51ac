package org.jzfof.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;

/** What a rank has seen of the rows that it read, to be put together with what others have. */
interface Tally {
  /** What was seen; of one length on all ranks. */
  long[] seen();

  /** Replaces what was seen by what all ranks saw, which read consecutive rows [size][any]. */
  void join(long[][] seen);

  /** Joins tallies in one exchange; all ranks call it with the same ones. */
  static void join(Communicator comm, List<? extends Tally> tallies) {
    List<long[]> own = tallies.stream().map(Tally::seen).toList();
    long[] joined = own.stream().flatMapToLong(Arrays::stream).toArray();
    long[][] all = comm.allGather(joined);
    int at = 0;
    for (int i = 0; i < own.size(); i++) {
      int from = at;
      int to = from + own.get(i).length;
      List<long[]> parts = new ArrayList<>();
      for (long[] of : all) {
        parts.add(Arrays.copyOfRange(of, from, to));
      }
      tallies.get(i).join(parts.toArray(long[][]::new));
      at = to;
    }
  }
}
