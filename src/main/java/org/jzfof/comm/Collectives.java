package org.jzfof.comm;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/** All collective operations, made of the exchanges of a {@link Transport}. */
public final class Collectives implements Communicator {
  private static final long[] NOTHING = {};

  private final Transport transport;
  private final OwnRange own = new OwnRange();
  private long bytesSent;
  private long messagesSent;

  /**
   * @param transport connects the ranks
   */
  public Collectives(Transport transport) {
    int limit = transport.messageLimit();
    if (limit < Long.BYTES || limit % Long.BYTES != 0) {
      throw new IllegalArgumentException(
          "messages of at most " + limit + " bytes would tear values: give a multiple of 8");
    }
    this.transport = transport;
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
  public void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart) {
    checkRanges(sendStart);
    checkRanges(receiveStart);
    for (int r = 0; r < size(); r++) {
      if (r != rank()) {
        long bytes = sendStart[r + 1] - sendStart[r];
        bytesSent += bytes;
        messagesSent += (bytes + transport.messageLimit() - 1) / transport.messageLimit();
      }
    }
    own.copy(rank(), source, sendStart, sink, receiveStart);
    transport.exchange(source, sendStart, sink, receiveStart);
  }

  @Override
  public long[][] allToAll(long[][] values) {
    long[][] lengths = new long[size()][];
    Arrays.setAll(lengths, r -> new long[] {values[r].length});
    long[] expected = firsts(allToAll(lengths, sameForAll(1)));
    return allToAll(values, expected);
  }

  @Override
  public long[][] allToAll(long[][] values, long[] lengths) {
    LongRows send = new LongRows(values);
    LongRows receive = LongRows.ofLengths(lengths);
    exchange(send, send.start(), receive, receive.start());
    return receive.rows();
  }

  @Override
  public long[][] allGather(long[] values) {
    long[] lengths = firsts(gather(new long[] {values.length}));
    return allToAll(copies(values), lengths);
  }

  @Override
  public long[] broadcast(long[] values, int root) {
    long[] length = fromRoot(new long[] {values.length}, root, 1);
    return fromRoot(values, root, length[0]);
  }

  @Override
  public void sum(long[] values) {
    long[][] all = gather(values);
    for (int i = 0; i < values.length; i++) {
      long sum = 0;
      for (long[] of : all) {
        sum += of[i];
      }
      values[i] = sum;
    }
  }

  @Override
  public void min(double[] values) {
    fold(values, Math::min);
  }

  @Override
  public void max(double[] values) {
    fold(values, Math::max);
  }

  @Override
  public long exclusiveScan(long value) {
    return Arrays.stream(firsts(gather(new long[] {value}))).limit(rank()).sum();
  }

  @Override
  public void recover() {
    transport.recover();
  }

  @Override
  public void noteSent(long bytes, long messages) {
    bytesSent += bytes;
    messagesSent += messages;
  }

  @Override
  public long bytesSent() {
    return bytesSent;
  }

  @Override
  public long messagesSent() {
    return messagesSent;
  }

  private void fold(double[] values, DoubleBinaryOperator operator) {
    long[][] all = gather(Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray());
    for (int i = 0; i < values.length; i++) {
      double result = Double.longBitsToDouble(all[0][i]);
      for (int r = 1; r < all.length; r++) {
        result = operator.applyAsDouble(result, Double.longBitsToDouble(all[r][i]));
      }
      values[i] = result;
    }
  }

  /** Values of every rank, where all have equally many. */
  private long[][] gather(long[] values) {
    return allToAll(copies(values), sameForAll(values.length));
  }

  private long[] fromRoot(long[] values, int root, long length) {
    long[][] send = new long[size()][];
    Arrays.fill(send, rank() == root ? values : NOTHING);
    long[] lengths = new long[size()];
    lengths[root] = length;
    return allToAll(send, lengths)[root];
  }

  private long[][] copies(long[] values) {
    long[][] rows = new long[size()][];
    Arrays.fill(rows, values);
    return rows;
  }

  private long[] sameForAll(long length) {
    long[] lengths = new long[size()];
    Arrays.fill(lengths, length);
    return lengths;
  }

  private static long[] firsts(long[][] rows) {
    return Arrays.stream(rows).mapToLong(row -> row[0]).toArray();
  }

  private void checkRanges(long[] start) {
    boolean increasing = start.length == size() + 1 && start[0] >= 0;
    for (int r = 0; increasing && r < size(); r++) {
      increasing = start[r] <= start[r + 1];
    }
    if (!increasing) {
      throw new IllegalArgumentException(
          "ranges for %d ranks are not %d increasing offsets: %s"
              .formatted(size(), size() + 1, Arrays.toString(start)));
    }
  }
}
