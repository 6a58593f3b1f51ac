package org.jzfof.comm;

/**
 * Sends messages between ranks. All other operations of a {@link Communicator} are built on it by
 * {@link Collectives}.
 */
public interface Transport {
  /**
   * How long an exchange goes on after the failure of another rank is known. The rank that failed
   * may have got past this exchange, and so will the others: then they meet the same failure
   * themselves, if it is one of all ranks.
   */
  long GRACE_NANOS = 200_000_000;

  /** Longest message in bytes that is sent from and received into its place. */
  int LONGEST_IN_PLACE = 256 << 20;

  /** This rank, from 0. */
  int rank();

  /** Number of ranks. */
  int size();

  /** Longest message in bytes that is copied, a multiple of 8; longer ones are split. */
  int messageLimit();

  /** The longest message in bytes of what a source has. */
  default int messageLimit(ByteSource source) {
    return source.inPlace() ? LONGEST_IN_PLACE : messageLimit();
  }

  /**
   * {@link Communicator#exchange} but for what a rank sends to itself.
   *
   * @throws RankLostException if another rank has failed, and the exchange cannot be completed
   */
  void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart);

  /** {@link Communicator#recover}. */
  void recover();
}
