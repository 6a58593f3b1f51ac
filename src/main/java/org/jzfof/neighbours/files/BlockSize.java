package org.jzfof.neighbours.files;

import org.jzfof.comm.Communicator;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.threads.Parallel;

/**
 * Size of the blocks in which neighbours are found. Large blocks are searched faster, but the heap
 * of a rank that writes holds blocks of all ranks and needs room for other data.
 *
 * @param rows number of queries per block of each rank, at least 1
 * @param pairs largest number of neighbours in such a block, unless a single query has more
 * @param bytes largest heap size of the blocks on a rank
 */
public record BlockSize(int rows, long pairs, long bytes) {
  /** Divisor of the heap size that gives the heap for one block of every rank. */
  private static final int HEAP_SHARE = 64;

  private static final long MIN_BYTES = 8L << 20;
  private static final long MAX_BYTES = 512L << 20;

  private static final int LISTS = 1 << 22;

  /** Heap bytes of a neighbour in a list: index, ID, distance, mass and velocity, 64 bits each. */
  private static final int PAIR = 7 * Long.BYTES;

  /** Device bytes of a neighbour that is packed: row, word twice, length, offset and code. */
  private static final int PAIR_TO_PACK = 2 * Integer.BYTES + 3 * Long.BYTES + 2;

  /** Device bytes of a neighbour in a list: index and distance. */
  private static final int PAIR_ON_DEVICE = Integer.BYTES + Double.BYTES;

  /** Blocks of k neighbours per query, the same on all ranks; all ranks call it together. */
  public static BlockSize ofNearest(long rows, int k, Communicator comm, int files) {
    return ofNearest(rows, k, comm.size(), RowWriter.threads(comm, files), smallestHeap(comm));
  }

  /**
   * Blocks of lists of counted neighbours, the same on all ranks; all ranks call it together. If no
   * neighbours are written, those of a single rank stay on the device, and only sums over them
   * reach the heap; of packed lists only their bytes do.
   */
  public static BlockSize ofLists(Communicator comm, int files, RowShape shape) {
    if (shape.has(NeighbourValue.PACKED)) {
      return ofLists(comm, files, PAIR_TO_PACK);
    }
    boolean written = shape.values().stream().anyMatch(NeighbourValue::isOfPairs);
    return ofLists(comm, files, written);
  }

  /** Blocks of lists that are not packed. */
  public static BlockSize ofLists(Communicator comm, int files, boolean written) {
    return ofLists(comm, files, written || comm.size() > 1 ? PAIR : PAIR_ON_DEVICE);
  }

  private static BlockSize ofLists(Communicator comm, int files, long onHeap) {
    long pairs = ofAllRanks(comm) / onHeap / comm.size();
    long blocks = inMemory(comm.size(), RowWriter.threads(comm, files));
    return new BlockSize(LISTS / comm.size(), pairs, blocks * pairs * onHeap);
  }

  /**
   * Largest sum of the heap bytes of one block of every rank, the same on all ranks; all ranks call
   * it together.
   */
  public static long ofAllRanks(Communicator comm) {
    return ofAllRanks(smallestHeap(comm));
  }

  private static long ofAllRanks(long heap) {
    return Math.min(MAX_BYTES, Math.max(MIN_BYTES, heap / HEAP_SHARE));
  }

  private static long smallestHeap(Communicator comm) {
    double[] heap = {Runtime.getRuntime().maxMemory()};
    comm.min(heap);
    return (long) heap[0];
  }

  /**
   * Blocks of k neighbours per query.
   *
   * @param all number of queries of all ranks
   * @param ranks number of ranks that one rank may write for
   * @param threads number of threads that write blocks
   * @param heap bytes of the smallest Java heap of any rank
   */
  static BlockSize ofNearest(long all, int k, int ranks, int threads, long heap) {
    long row = 4L * Long.BYTES * (k + 1); // index, ID, distance and density as 64 bits each
    long blocks = ofAllRanks(heap);
    long rows = Math.max(1, Math.min(all / ranks + 1, blocks / (ranks * row)));
    return new BlockSize((int) rows, k * rows, inMemory(ranks, threads) * row * rows);
  }

  /**
   * Number of blocks on the heap of a rank at the same time: found, in messages, and being written.
   */
  private static int inMemory(int ranks, int threads) {
    int written = WriteQueue.blocks(threads) + ranks - 1;
    int messages = ranks > 1 ? 2 * ranks : 0;
    return written + messages + 1;
  }

  /**
   * Finds the end of a block, one past its last query.
   *
   * @param from first query of the block
   * @param listed whether the block holds the neighbours, or the numbers of neighbours only
   */
  public int end(long[] counts, int from, boolean listed) {
    int last = (int) Math.min(counts.length, (long) from + rows);
    if (!listed) {
      return last;
    }
    int end = from;
    long sum = 0;
    // All threads add up parts, which are halved where they no longer fit.
    for (int part = LISTS; part >= Parallel.STREAM_GRAIN; ) {
      long ofPart = last - end > part ? Parallel.sum(counts, end, end + part) + part : pairs + 1;
      if (sum + ofPart <= pairs) {
        sum += ofPart;
        end += part;
      } else {
        part /= 2;
      }
    }
    while (end < last) {
      sum += counts[end] + 1;
      if (end > from && sum > pairs) {
        break;
      }
      end++;
    }
    return end;
  }
}
