package org.jzfof.exchange;

import org.jzfof.device.DeviceArray;

/**
 * The byte ranges of an array that the ranks send or receive.
 *
 * @param ranks position of each rank's range in the array
 */
record RankRanges(DeviceArray array, InterNodeRanks ranks) {
  /** Number of bytes of a rank. */
  long bytes(int rank) {
    long[] start = ranks.packed();
    return start[rank + 1] - start[rank];
  }

  /** Offset of the first byte of a rank in the array. */
  long offset(int rank) {
    return ranks.offset(ranks.packed()[rank]);
  }
}
