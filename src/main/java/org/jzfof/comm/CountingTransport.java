package org.jzfof.comm;

import java.util.BitSet;

/** Counts what a rank sends on a transport. */
public final class CountingTransport implements Transport {
  private final Transport transport;
  private final BitSet partners = new BitSet();
  private long exchanges;
  private long messages;
  private long bytes;
  private long largest;

  /**
   * @param transport that sends
   */
  public CountingTransport(Transport transport) {
    this.transport = transport;
  }

  /**
   * What a rank has sent.
   *
   * @param exchanges in which all ranks took part, with or without a message of this one
   * @param messages to other ranks, none longer than the transport's limit
   * @param bytes to other ranks
   * @param partners other ranks to which there was a message
   * @param largestExchange most bytes that came and went in one exchange
   */
  public record Traffic(
      long exchanges, long messages, long bytes, int partners, long largestExchange) {}

  /** Bytes and messages sent since the last call of {@link #takeTraffic}. */
  public Traffic traffic() {
    return new Traffic(exchanges, messages, bytes, partners.cardinality(), largest);
  }

  /** As {@link #traffic}, and counts from 0 on. */
  public Traffic takeTraffic() {
    Traffic taken = traffic();
    partners.clear();
    exchanges = 0;
    messages = 0;
    bytes = 0;
    largest = 0;
    return taken;
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
    long moved = 0;
    for (int r = 0; r < size(); r++) {
      if (r != rank()) {
        long leaving = sendStart[r + 1] - sendStart[r];
        moved += leaving + receiveStart[r + 1] - receiveStart[r];
        countMessages(r, leaving, limit);
      }
    }
    countExchange(moved);
    transport.exchange(source, sendStart, sink, receiveStart);
  }

  @Override
  public long[] pass(int to, long[] values, int from, int expected) {
    long leaving = to == rank() ? 0 : Long.BYTES * (long) values.length;
    countMessages(to, leaving, messageLimit());
    countExchange(leaving + (from == rank() ? 0 : Long.BYTES * (long) expected));
    return transport.pass(to, values, from, expected);
  }

  private void countMessages(int to, long leaving, int limit) {
    if (leaving > 0) {
      bytes += leaving;
      messages += (leaving + limit - 1) / limit;
      partners.set(to);
    }
  }

  private void countExchange(long moved) {
    exchanges++;
    largest = Math.max(largest, moved);
  }

  @Override
  public void recover() {
    transport.recover();
  }
}
