package org.jzfof.comm;

import java.util.Arrays;

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

  /**
   * Sends values to one rank and receives some of another; this rank stands for none. All ranks
   * call it, and a rank need not know who else sends or receives.
   *
   * @param values to be sent, of any length
   * @param expected how many are received
   * @return the values received [expected], or none
   * @throws RankLostException as {@link #exchange}
   */
  default long[] pass(int to, long[] values, int from, int expected) {
    LongRow source = new LongRow(values);
    LongRow sink = new LongRow(new long[from == rank() ? 0 : expected]);
    long[] sendStart = new long[size() + 1];
    Arrays.fill(sendStart, to + 1, size() + 1, to == rank() ? 0 : source.bytes());
    long[] receiveStart = new long[size() + 1];
    Arrays.fill(receiveStart, from + 1, size() + 1, sink.bytes());
    exchange(source, sendStart, sink, receiveStart);
    return sink.values();
  }

  /** {@link Communicator#recover}. */
  void recover();
}
