package org.jzfof.exchange;

import org.jzfof.device.DeviceArray;

/**
 * Ranges of an array that go to ranks, or come from them.
 *
 * @param array that has them
 * @param ranks where they lie
 */
record RankRanges(DeviceArray array, InterNodeRanks ranks) {
  /** Bytes of a rank. */
  long bytes(int rank) {
    long[] start = ranks.packed();
    return start[rank + 1] - start[rank];
  }

  /** First byte of a rank in the array. */
  long place(int rank) {
    return ranks.place(ranks.packed()[rank]);
  }
}
