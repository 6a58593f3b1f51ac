package org.jzfof.neighbours.files;

import org.jzfof.comm.Communicator;

/**
 * The number of queries that are answered at a time. Large blocks are searched faster, but the
 * blocks in memory, those of all ranks on the rank that writes, must leave room for the rest.
 *
 * @param rows queries per block of each rank, at least 1
 * @param bytes heap that the blocks take at most on a rank
 */
public record BlockSize(int rows, long bytes) {
  /** Part of the heap for one block of every rank. */
  private static final int HEAP_SHARE = 64;

  private static final long LEAST = 8L << 20;
  private static final long MOST = 512L << 20;

  /** The same on all ranks, which call it together. */
  public static BlockSize of(NeighbourInfo info, Communicator comm) {
    return of(info, comm.size(), smallestHeap(comm));
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
   * @param ranks that one of them may write for
   * @param heap bytes of the smallest Java heap of any rank
   */
  static BlockSize of(NeighbourInfo info, int ranks, long heap) {
    long row = 4L * Long.BYTES * (info.k() + 1); // index, ID, distance and density as 64 bits each
    long blocks = ofAllRanks(heap);
    long rows = Math.max(1, Math.min(info.rows() / ranks + 1, blocks / (ranks * row)));
    return new BlockSize((int) rows, inMemory(ranks) * row * rows);
  }

  /** Blocks that are on the heap of a rank at once: found, on their way, and being written. */
  public static int inMemory(int ranks) {
    int written = WriteQueue.blocks() * ranks;
    int messages = ranks > 1 ? 2 * ranks : 0;
    return written + messages + 1;
  }
}
