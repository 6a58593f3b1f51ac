package org.jzfof.exchange;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;

/**
 * The ranges of an exchange with some ranks only: offsets as if there were nothing for the others,
 * and the way back from such an offset.
 */
final class InterNodeRanks {
  private final long[] start;
  private final long[] packed;

  /**
   * @param start of all ranks [size+1]
   * @param left ranks to leave out, increasing
   */
  InterNodeRanks(long[] start, int[] left) {
    this.start = start;
    this.packed =
        ArrayParts.offsets(
            start.length - 1, r -> Arrays.binarySearch(left, r) >= 0 ? 0 : start[r + 1] - start[r]);
  }

  /** Offsets without the ranks left out [size+1]. */
  long[] packed() {
    return packed;
  }

  /** Where the byte at a packed offset lies in the array. */
  long place(long at) {
    int rank = ArrayParts.partOf(packed, at);
    return start[rank] + at - packed[rank];
  }
}
