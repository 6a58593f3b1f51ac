package org.jzfof.comm;

/**
 * How messages get from rank to rank. Everything else that a {@link Communicator} does is {@link
 * Collectives} on top of it.
 */
public interface Transport {
  /** This rank, from 0. */
  int rank();

  /** Number of ranks. */
  int size();

  /** Longest message in bytes, a multiple of 8; longer ones are split. */
  int messageLimit();

  /**
   * {@link Communicator#exchange} but for what a rank sends to itself.
   *
   * @throws RankLostException if another rank has failed
   */
  void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart);
}
