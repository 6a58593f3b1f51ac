package org.jzfof.neighbours.search;

import org.jzfof.comm.Communicator;
import org.jzfof.neighbours.files.BlockSize;

/**
 * How many lists of neighbours are found at a time.
 *
 * @param rows queries, at least 1
 * @param pairs neighbours, unless a single query has more
 */
public record ListLimits(int rows, long pairs) {
  private static final int ROWS = 1 << 22;

  /** Heap bytes of a neighbour: index, ID, distance, mass and velocity as 64 bits each. */
  private static final int PAIR = 7 * Long.BYTES;

  /** The same on all ranks, which call it together. */
  public static ListLimits of(Communicator comm) {
    return new ListLimits(ROWS / comm.size(), BlockSize.ofAllRanks(comm) / PAIR / comm.size());
  }

  /** Heap bytes of the neighbours of a block. */
  long bytes() {
    return pairs * PAIR;
  }

  /**
   * One past the last query of a block.
   *
   * @param counts neighbours of each query
   * @param from first query of the block
   * @param listed whether its neighbours are wanted one by one, or their numbers alone
   */
  public int end(long[] counts, int from, boolean listed) {
    int end = from;
    long sum = 0;
    while (end < counts.length && end - from < rows) {
      sum += counts[end] + 1;
      if (listed && end > from && sum > pairs) {
        break;
      }
      end++;
    }
    return end;
  }
}
