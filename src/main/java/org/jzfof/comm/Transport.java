package org.jzfof.comm;

import java.util.Arrays;

/**
 * Sends messages between ranks. {@link Collectives} builds all other operations of a {@link
 * Communicator} on it.
 */
public interface Transport {
  /**
   * Time for which an exchange continues after the failure of another rank is known. The failed
   * rank may have completed this exchange already; then the other ranks can complete it too, and
   * encounter the failure themselves if it concerns all ranks.
   */
  long GRACE_NANOS = 200_000_000;

  /** Maximum length in bytes of a message that is sent and received in place. */
  int LONGEST_IN_PLACE = 256 << 20;

  /** Number of this rank, from 0. */
  int rank();

  /** Number of ranks. */
  int size();

  /**
   * Maximum length in bytes of a message that is copied, a multiple of 8; longer messages are
   * split.
   */
  int messageLimit();

  /** Maximum length in bytes of a message from a source. */
  default int messageLimit(ByteSource source) {
    return source.inPlace() ? LONGEST_IN_PLACE : messageLimit();
  }

  /**
   * Performs {@link Communicator#exchange} without the data that a rank sends to itself.
   *
   * @throws RankLostException if another rank has failed, and the exchange cannot be completed
   */
  void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart);

  /**
   * Sends values to one rank and receives values from another; the number of this rank stands for
   * no partner. All ranks call it, and a rank need not know which other ranks send or receive.
   *
   * @param values values to send, of any length
   * @param expected number of values to receive
   * @return the received values [expected], or an empty array
   * @throws RankLostException as in {@link #exchange}
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

  /** Performs {@link Communicator#recover}. */
  void recover();
}
