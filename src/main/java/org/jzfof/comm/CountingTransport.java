package org.jzfof.comm;

import java.util.BitSet;

/** Counts the messages that a rank sends on a transport. */
public final class CountingTransport implements Transport {
  private final Transport transport;
  private final BitSet partners = new BitSet();
  private long exchanges;
  private long messages;
  private long bytes;
  private long largest;

  public CountingTransport(Transport transport) {
    this.transport = transport;
  }

  /**
   * The traffic that a rank has sent.
   *
   * @param exchanges number of exchanges of all ranks, including those without a message of this
   *     rank
   * @param messages number of messages to other ranks, none longer than the limit of the transport
   * @param partners number of other ranks that received a message
   * @param largestExchange maximum number of bytes sent and received in one exchange
   */
  public record Traffic(
      long exchanges, long messages, long bytes, int partners, long largestExchange) {}

  /** Returns the traffic since the last call of {@link #resetTraffic}. */
  public Traffic traffic() {
    return new Traffic(exchanges, messages, bytes, partners.cardinality(), largest);
  }

  /** Returns the traffic, as {@link #traffic} does, and resets all counters to 0. */
  public Traffic resetTraffic() {
    Traffic result = traffic();
    partners.clear();
    exchanges = 0;
    messages = 0;
    bytes = 0;
    largest = 0;
    return result;
  }

  @Override
  public int rank() {
    return transport.rank();
  }

  @Override
  public int size() {
    return transport.size();
  }

  @Override
  public int messageLimit() {
    return transport.messageLimit();
  }

  @Override
  public void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart) {
    int limit = messageLimit(source);
    long total = 0;
    for (int r = 0; r < size(); r++) {
      if (r != rank()) {
        long outgoing = sendStart[r + 1] - sendStart[r];
        total += outgoing + receiveStart[r + 1] - receiveStart[r];
        countMessages(r, outgoing, limit);
      }
    }
    countExchange(total);
    transport.exchange(source, sendStart, sink, receiveStart);
  }

  @Override
  public long[] pass(int to, long[] values, int from, int expected) {
    long outgoing = to == rank() ? 0 : Long.BYTES * (long) values.length;
    countMessages(to, outgoing, messageLimit());
    countExchange(outgoing + (from == rank() ? 0 : Long.BYTES * (long) expected));
    return transport.pass(to, values, from, expected);
  }

  private void countMessages(int to, long outgoing, int limit) {
    if (outgoing > 0) {
      bytes += outgoing;
      messages += (outgoing + limit - 1) / limit;
      partners.set(to);
    }
  }

  private void countExchange(long total) {
    exchanges++;
    largest = Math.max(largest, total);
  }

  @Override
  public void recover() {
    transport.recover();
  }
}
