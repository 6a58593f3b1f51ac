package org.jzfof.groups.ids;

import java.util.Arrays;
import org.jzfof.comm.Parts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;

/**
 * Joins the parts of runs that have come from several ranks, by rank: needs the members in the
 * order in which they came, leaves them run by run on the host.
 */
final class RunMerge {
  private final long first;
  private final long[] length;
  private final boolean[] several;
  private final long[] came;
  private final long[] place;

  /**
   * Finds the place of each part.
   *
   * @param heads number and length of the parts that each rank has sent [size][2·parts]
   */
  RunMerge(long[][] heads) {
    int parts = 0;
    long low = Long.MAX_VALUE;
    long high = -1;
    for (long[] of : heads) {
      if (of.length > 0) {
        parts += of.length / 2;
        low = Math.min(low, of[0]);
        high = Math.max(high, of[of.length - 2]);
      }
    }
    int runs = parts == 0 ? 0 : Math.toIntExact(high - low + 1);
    first = low;
    length = new long[runs];
    several = new boolean[runs];
    for (long[] of : heads) {
      for (int i = 0; i < of.length; i += 2) {
        int run = (int) (of[i] - first);
        several[run] |= length[run] > 0;
        length[run] += of[i + 1];
      }
    }
    long[] next = Parts.starts(length);
    came = new long[parts + 1];
    place = new long[parts];
    int part = 0;
    for (long[] of : heads) {
      for (int i = 0; i < of.length; i += 2) {
        int run = (int) (of[i] - first);
        place[part] = next[run];
        next[run] += of[i + 1];
        came[part + 1] = came[part] + of[i + 1];
        part++;
      }
    }
  }

  /** The number of the run of the first member. */
  long first() {
    return first;
  }

  /** The number of the run of the last member. */
  long last() {
    return first + length.length - 1;
  }

  /** Members of each run from the first one on. */
  long[] lengths() {
    return length;
  }

  /**
   * The members, run by run.
   *
   * @param members I64, in the order in which they came; closed
   * @param increasing whether a run is to be put in order, as unsigned numbers; else its parts
   *     follow one another
   */
  long[] joined(DeviceMemory memory, DeviceArray members, boolean increasing) {
    long[] joined;
    try (members;
        DeviceArray moved = memory.moved(members, came, place)) {
      joined = memory.toLongs(moved);
    }
    if (increasing) {
      long from = 0;
      for (int run = 0; run < length.length; run++) {
        if (several[run]) {
          sortUnsigned(joined, (int) from, (int) (from + length[run]));
        }
        from += length[run];
      }
    }
    return joined;
  }

  private static void sortUnsigned(long[] values, int from, int to) {
    flipSigns(values, from, to);
    Arrays.parallelSort(values, from, to);
    flipSigns(values, from, to);
  }

  private static void flipSigns(long[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] ^= Long.MIN_VALUE;
    }
  }
}
