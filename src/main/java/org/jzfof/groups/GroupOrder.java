package org.jzfof.groups;

import org.jzfof.domain.Bisection;
import org.jzfof.threads.Parallel;

/** The order of groups in a catalogue: by decreasing length, ties by smallest member ID. */
public final class GroupOrder {
  private GroupOrder() {}

  /**
   * @param length members per group [G]
   * @param smallestId smallest member ID per group [G], unsigned
   * @return group numbers in catalogue order [G]
   */
  public static int[] of(long[] length, long[] smallestId) {
    int groups = length.length;
    int[] byId = ranks(smallestId, Long.MIN_VALUE);
    int[] byLength = ranks(length, 0);
    long[] key = new long[groups];
    int[] groupWithId = new int[groups];
    int[] used = new int[groups]; // equal IDs get consecutive ranks
    for (int g = 0; g < groups; g++) {
      int rank = byId[g] + used[byId[g]]++;
      groupWithId[rank] = g;
      key[g] = (long) (groups - byLength[g]) << 32 | rank;
    }
    Parallel.sort(key);
    int[] order = new int[groups];
    for (int i = 0; i < groups; i++) {
      order[i] = groupWithId[(int) key[i]];
    }
    return order;
  }

  /**
   * Returns the index of the first equal value in the sorted values; {@code flip} is xored first.
   */
  private static int[] ranks(long[] values, long flip) {
    long[] flipped = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      flipped[i] = values[i] ^ flip;
    }
    long[] sorted = flipped.clone();
    Parallel.sort(sorted);
    int[] rank = new int[values.length];
    Parallel.forEach(
        values.length,
        Parallel.GRAIN,
        i -> {
          long value = flipped[i];
          rank[i] = Bisection.countBelow(sorted.length, k -> sorted[k] < value);
        });
    return rank;
  }
}
