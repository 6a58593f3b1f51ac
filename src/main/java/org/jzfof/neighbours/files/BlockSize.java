package org.jzfof.neighbours.files;

import org.jzfof.comm.Communicator;

/**
 * How much is found at a time. Large blocks are searched faster, but the blocks in memory, those of
 * all ranks on the rank that writes, must leave room for the rest.
 *
 * @param rows queries per block of each rank, at least 1
 * @param pairs neighbours of such a block, unless a single query has more
 * @param bytes heap that the blocks take at most on a rank
 */
public record BlockSize(int rows, long pairs, long bytes) {
  /** Part of the heap for one block of every rank. */
  private static final int HEAP_SHARE = 64;

  private static final long LEAST = 8L << 20;
  private static final long MOST = 512L << 20;

  private static final int LISTS = 1 << 22;

  /** Heap bytes of a neighbour in a list: index, ID, distance, mass and velocity, 64 bits each. */
  private static final int PAIR = 7 * Long.BYTES;

  /** Blocks of k neighbours of each query: the same on all ranks, which call it together. */
  public static BlockSize ofNearest(long rows, int k, Communicator comm) {
    return ofNearest(rows, k, comm.size(), smallestHeap(comm));
  }

  /** Blocks of lists that have been counted: the same on all ranks, which call it together. */
  public static BlockSize ofLists(Communicator comm) {
    long pairs = ofAllRanks(comm) / PAIR / comm.size();
    return new BlockSize(LISTS / comm.size(), pairs, inMemory(comm.size()) * pairs * PAIR);
  }

  /**
   * Heap bytes that one block of every rank takes at most, all of them together: the same on all
   * ranks, which call it together.
   */
  public static long ofAllRanks(Communicator comm) {
    return ofAllRanks(smallestHeap(comm));
  }

  private static long ofAllRanks(long heap) {
    return Math.min(MOST, Math.max(LEAST, heap / HEAP_SHARE));
  }

  private static long smallestHeap(Communicator comm) {
    double[] heap = {Runtime.getRuntime().maxMemory()};
    comm.min(heap);
    return (long) heap[0];
  }

  /**
   * @param all queries of all ranks
   * @param ranks that one of them may write for
   * @param heap bytes of the smallest Java heap of any rank
   */
  static BlockSize ofNearest(long all, int k, int ranks, long heap) {
    long row = 4L * Long.BYTES * (k + 1); // index, ID, distance and density as 64 bits each
    long blocks = ofAllRanks(heap);
    long rows = Math.max(1, Math.min(all / ranks + 1, blocks / (ranks * row)));
    return new BlockSize((int) rows, k * rows, inMemory(ranks) * row * rows);
  }

  /** Blocks that are on the heap of a rank at once: found, on their way, and being written. */
  private static int inMemory(int ranks) {
    int written = WriteQueue.blocks() * ranks;
    int messages = ranks > 1 ? 2 * ranks : 0;
    return written + messages + 1;
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
