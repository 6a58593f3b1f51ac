package org.jzfof.groups.ids;

import java.util.Arrays;
import java.util.BitSet;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.Unsigned;
import org.jzfof.error.MemoryException;

/**
 * Joins the parts of runs that have come from several ranks, by rank: needs the members in the
 * order in which they came, leaves them run by run on the host.
 */
final class RunMerge {
  private static final int PART_BITS = 30;

  private final long first;
  private final long last;
  private final long[] length;
  private final BitSet several = new BitSet();
  private final long[] came;
  private final long[] place;

  /**
   * Finds the place of each part.
   *
   * @param heads number and length of the parts that each rank has sent, by number [size][2·parts]
   * @throws MemoryException if there are too many to be numbered
   */
  RunMerge(long[][] heads) {
    int parts = Arrays.stream(heads).mapToInt(of -> of.length / 2).sum();
    first = lowest(heads);
    came = new long[parts + 1];
    place = new long[parts];
    long[] key = keys(heads, parts);
    Arrays.sort(key); // fast, as they are sorted rank by rank
    long[] joined = new long[parts];
    int runs = 0;
    long before = -1;
    long at = 0;
    for (long of : key) {
      int part = (int) (of & (1 << PART_BITS) - 1);
      long number = of >>> PART_BITS;
      long members = came[part + 1] - came[part];
      if (number == before) {
        several.set(runs - 1);
      } else {
        runs++;
      }
      joined[runs - 1] += members;
      place[part] = at;
      at += members;
      before = number;
    }
    last = first + before;
    length = Arrays.copyOf(joined, runs);
  }

  private static long lowest(long[][] heads) {
    long lowest = Long.MAX_VALUE;
    for (long[] of : heads) {
      lowest = of.length > 0 ? Math.min(lowest, of[0]) : lowest;
    }
    return lowest;
  }

  /** Number and place of each part, and where its members have come. */
  private long[] keys(long[][] heads, int parts) {
    long[] key = new long[parts];
    int part = 0;
    for (long[] of : heads) {
      for (int i = 0; i < of.length; i += 2) {
        long number = of[i] - first;
        if (part >> PART_BITS > 0 || number >> Long.SIZE - 1 - PART_BITS > 0) {
          throw new MemoryException(
              "%d parts of groups, numbered up to %d, are too many to list their members on one rank: give --no-ids, a larger --min-length, or more ranks"
                  .formatted(parts, number));
        }
        key[part] = number << PART_BITS | part;
        came[part + 1] = came[part] + of[i + 1];
        part++;
      }
    }
    return key;
  }

  /** The number of the run of the first member. */
  long first() {
    return first;
  }

  /** The number of the run of the last member. */
  long last() {
    return last;
  }

  /** Members of each run that has some. */
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
        if (several.get(run)) {
          Unsigned.sort(joined, (int) from, (int) (from + length[run]));
        }
        from += length[run];
      }
    }
    return joined;
  }
}
