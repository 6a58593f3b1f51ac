package org.jzfof.exchange;

import java.util.Arrays;

/**
 * The ranges of an exchange with some ranks only: offsets as if there were nothing for the others,
 * and the way back from such an offset.
 */
final class FarRanks {
  private final long[] start;
  private final long[] packed;

  /**
   * @param start of all ranks [size+1]
   * @param left ranks to leave out, increasing
   */
  FarRanks(long[] start, int[] left) {
    this.start = start;
    this.packed = new long[start.length];
    for (int r = 0; r + 1 < start.length; r++) {
      boolean without = Arrays.binarySearch(left, r) >= 0;
      packed[r + 1] = packed[r] + (without ? 0 : start[r + 1] - start[r]);
    }
  }

  /** Offsets without the ranks left out [size+1]. */
  long[] packed() {
    return packed;
  }

  /** Where the byte at a packed offset lies in the array. */
  long place(long at) {
    int low = 0;
    int high = packed.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (packed[middle] <= at) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return start[low] + at - packed[low];
  }
}
