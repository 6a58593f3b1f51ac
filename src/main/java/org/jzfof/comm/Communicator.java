package org.jzfof.comm;

import org.jzfof.threads.Parallel;

/**
 * Collective operations of the ranks of one job. Every rank calls them in the same order. Counts
 * and offsets are 64-bit, and the implementation splits long messages.
 */
public interface Communicator {
  /** Number of this rank, from 0. */
  int rank();

  /** Number of ranks. */
  int size();

  /**
   * Sends a range of bytes to every rank and receives a range from every rank.
   *
   * @param sendStart bytes [sendStart[r], sendStart[r+1]) go to rank r [size+1]
   * @param receiveStart bytes [receiveStart[r], receiveStart[r+1]) come from rank r [size+1]; the
   *     sizes must match those that the other ranks send (see {@link #allToAll})
   */
  void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart);

  /**
   * Sends any number of values to every rank.
   *
   * @param values values for each rank [size][any]
   * @return values from each rank [size][any]
   */
  long[][] allToAll(long[][] values);

  /**
   * Performs {@link #allToAll(long[][])} with known lengths.
   *
   * @param lengths number of values from each rank [size]
   */
  long[][] allToAll(long[][] values, long[] lengths);

  /**
   * Performs {@link #allToAll(long[][])} for a few values: every rank sends about log2(size)
   * messages.
   *
   * @param width number of values from each rank to each rank
   */
  long[][] allToAll(long[][] values, int width);

  /** Returns on every rank the values of all ranks [size][any]. */
  long[][] allGather(long[] values);

  /** Returns on every rank the values of all ranks, in rank order. */
  default double[] allGather(double[] values) {
    return size() == 1 ? values.clone() : ofBits(ArrayParts.join(allGather(toBits(values))));
  }

  /**
   * Returns on every rank the values of rank {@code root}; the values of other ranks are ignored.
   */
  long[] broadcast(long[] values, int root);

  /** Performs {@link #broadcast(long[], int)} for real numbers. */
  default double[] broadcast(double[] values, int root) {
    return ofBits(broadcast(toBits(values), root));
  }

  /** Replaces each value by its sum over all ranks. */
  void sum(long[] values);

  /** Replaces each value by its minimum over all ranks. */
  void min(double[] values);

  /** Replaces each value by its maximum over all ranks. */
  void max(double[] values);

  /** Returns the sum of the values of all lower ranks. */
  long exclusiveScan(long value);

  /**
   * Aborts the current collective operation on all ranks. The other ranks learn of it when they
   * next wait for this rank ({@link RankLostException}), and must then call this method as well. It
   * waits for all of them. Messages in flight are dropped, and the ranks can start a new operation.
   *
   * @throws RankLostException if another rank has ended the job
   */
  void recover();

  /** Adds to the counters the data that this rank has sent to other ranks on another path. */
  void noteSent(long bytes, long messages);

  /** Number of bytes that this rank has sent to other ranks so far. */
  long bytesSent();

  /** Number of messages that this rank has sent to other ranks so far. */
  long messagesSent();

  private static long[] toBits(double[] values) {
    long[] bits = new long[values.length];
    Parallel.forEach(
        bits.length, Parallel.GRAIN, i -> bits[i] = Double.doubleToRawLongBits(values[i]));
    return bits;
  }

  private static double[] ofBits(long[] bits) {
    double[] values = new double[bits.length];
    Parallel.forEach(
        bits.length, Parallel.GRAIN, i -> values[i] = Double.longBitsToDouble(bits[i]));
    return values;
  }
}
