package org.jzfof.exchange;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;

/**
 * The byte ranges of the ranks that take part in a message exchange. The packed offsets give the
 * excluded ranks empty ranges; {@link #offset} maps a packed offset back to the array.
 */
final class InterNodeRanks {
  private final long[] start;
  private final long[] packed;

  /**
   * @param start offsets of all ranks in the array [size+1]
   * @param excluded ranks without messages, increasing
   */
  InterNodeRanks(long[] start, int[] excluded) {
    this.start = start;
    this.packed =
        ArrayParts.offsets(
            start.length - 1,
            r -> Arrays.binarySearch(excluded, r) >= 0 ? 0 : start[r + 1] - start[r]);
  }

  /** Returns the offsets with empty ranges for the excluded ranks [size+1]. */
  long[] packed() {
    return packed;
  }

  /** Returns the offset in the array of the byte at a packed offset. */
  long offset(long packedOffset) {
    int rank = ArrayParts.partOf(packed, packedOffset);
    return start[rank] + packedOffset - packed[rank];
  }
}
