package org.jzfof.groups.ids;

import java.util.Arrays;
import java.util.BitSet;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.Unsigned;
import org.jzfof.error.MemoryException;

/**
 * Joins the parts of runs from several ranks. The input is the members in the order of their source
 * ranks; the result is the members run by run on the host.
 */
final class RunMerge {
  private static final int PART_BITS = 30;

  private final long first;
  private final long last;
  private final long[] length;
  private final BitSet several = new BitSet();
  private final long[] sourceStart;
  private final long[] offset;

  /**
   * Finds the offset of each part in the result.
   *
   * @param heads run number and length of the parts that each rank has sent, by number
   *     [size][2·parts]
   * @throws MemoryException if the parts are too many to be numbered
   */
  RunMerge(long[][] heads) {
    int parts = Arrays.stream(heads).mapToInt(of -> of.length / 2).sum();
    first = lowest(heads);
    sourceStart = new long[parts + 1];
    offset = new long[parts];
    long[] key = keys(heads, parts);
    Arrays.sort(key); // fast, as the keys of each rank are sorted
    long[] joined = new long[parts];
    int runs = 0;
    long before = -1;
    long at = 0;
    for (long of : key) {
      int part = (int) (of & (1 << PART_BITS) - 1);
      long number = of >>> PART_BITS;
      long members = sourceStart[part + 1] - sourceStart[part];
      if (number == before) {
        several.set(runs - 1);
      } else {
        runs++;
      }
      joined[runs - 1] += members;
      offset[part] = at;
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

  /**
   * Returns a key of run number and part index for each part, and sets the start of its members.
   */
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
        sourceStart[part + 1] = sourceStart[part] + of[i + 1];
        part++;
      }
    }
    return key;
  }

  /** Returns the number of the first member's run. */
  long first() {
    return first;
  }

  /** Returns the number of the last member's run. */
  long last() {
    return last;
  }

  /** Returns the number of members of each run that is not empty. */
  long[] lengths() {
    return length;
  }

  /**
   * Returns the members, run by run.
   *
   * @param members I64 members in the order of their source ranks; closed
   * @param increasing whether to sort each run as unsigned numbers; otherwise its parts are
   *     concatenated
   */
  long[] join(DeviceMemory memory, DeviceArray members, boolean increasing) {
    long[] joined;
    try (members;
        DeviceArray runByRun = memory.moveParts(members, sourceStart, offset)) {
      joined = memory.toLongs(runByRun);
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
