package org.jzfof.comm;

import java.util.Arrays;

/**
 * Collective operations of the ranks of one job. Every rank calls them in the same order; counts
 * and offsets are 64-bit, and large messages are split inside.
 */
public interface Communicator {
  /** This rank, from 0. */
  int rank();

  /** Number of ranks. */
  int size();

  /**
   * Sends a range of bytes to every rank and receives one from every rank.
   *
   * @param source where the bytes for the ranks lie
   * @param sendStart bytes [sendStart[r], sendStart[r+1]) go to rank r [size+1]
   * @param sink takes the bytes
   * @param receiveStart bytes [receiveStart[r], receiveStart[r+1]) come from rank r [size+1]; every
   *     rank must know what the others send it (see {@link #allToAll})
   */
  void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart);

  /**
   * Sends values to every rank, as many as the sender likes.
   *
   * @param values values for each rank [size][any]
   * @return values from each rank [size][any]
   */
  long[][] allToAll(long[][] values);

  /**
   * As {@link #allToAll(long[][])}, where the lengths are known.
   *
   * @param lengths how many values come from each rank [size]
   */
  long[][] allToAll(long[][] values, long[] lengths);

  /**
   * As {@link #allToAll(long[][])}, for a few values: every rank sends about log2(size) messages.
   *
   * @param width how many values each rank sends to each
   */
  long[][] allToAll(long[][] values, int width);

  /** Values of every rank [size][any], on every rank. */
  long[][] allGather(long[] values);

  /** Values of every rank one after the other, on every rank. */
  default double[] allGather(double[] values) {
    return ofBits(ArrayParts.join(allGather(toBits(values))));
  }

  /** The values of rank {@code root}, on every rank; what other ranks pass is ignored. */
  long[] broadcast(long[] values, int root);

  /** As {@link #broadcast(long[], int)}. */
  default double[] broadcast(double[] values, int root) {
    return ofBits(broadcast(toBits(values), root));
  }

  /** Replaces each value by its sum over all ranks. */
  void sum(long[] values);

  /** Replaces each value by its minimum over all ranks. */
  void min(double[] values);

  /** Replaces each value by its maximum over all ranks. */
  void max(double[] values);

  /** Sum of the values of all lower ranks. */
  long exclusiveScan(long value);

  /**
   * Aborts the current collective operation on all ranks. The others learn of it where they next
   * wait for this one ({@link RankLostException}) and must then call this as well. It waits for all
   * of them; messages under way are dropped, and the ranks can start anew.
   *
   * @throws RankLostException if another rank has ended the job
   */
  void recover();

  /** Adds to the counters what this rank has sent to others on another path. */
  void noteSent(long bytes, long messages);

  /** Bytes that this rank has sent to others so far. */
  long bytesSent();

  /** Messages that this rank has sent to others so far. */
  long messagesSent();

  private static long[] toBits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static double[] ofBits(long[] bits) {
    return Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray();
  }
}
