package org.jzfof.comm;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;

/**
 * All collective operations, made of the exchanges of a {@link Transport}. Where every rank has
 * something to say to all, a rank sends about log2(P) messages: it passes on what it has heard.
 */
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
    return allToAll(values, turned(Arrays.stream(values).mapToLong(row -> row.length).toArray()));
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
    long[] one = new long[size()];
    Arrays.fill(one, 1);
    long[][] lengths = gather(new long[] {values.length}, one);
    return gather(values, Arrays.stream(lengths).mapToLong(row -> row[0]).toArray());
  }

  /** From the root in a binomial tree: who has the values passes them on, the farthest first. */
  @Override
  public long[] broadcast(long[] values, int root) {
    long[] length = fromRoot(new long[] {values.length}, root, 1);
    return fromRoot(values, root, length[0]);
  }

  @Override
  public void sum(long[] values) {
    System.arraycopy(reduce(values, Long::sum), 0, values, 0, values.length);
  }

  @Override
  public void min(double[] values) {
    fold(values, Math::min);
  }

  @Override
  public void max(double[] values) {
    fold(values, Math::max);
  }

  /** Sums of 1, 2, 4 ... ranks up to this one (Hillis, Steele 1986). */
  @Override
  public long exclusiveScan(long value) {
    long sum = value;
    for (int distance = 1; distance < size(); distance *= 2) {
      int to = rank() + distance < size() ? rank() + distance : rank();
      int from = rank() >= distance ? rank() - distance : rank();
      long[] below = pass(to, new long[] {sum}, from, 1);
      sum += from == rank() ? 0 : below[0];
    }
    return sum - value;
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
    long[] bits = Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    long[] result =
        reduce(
            bits,
            (a, b) ->
                Double.doubleToRawLongBits(
                    operator.applyAsDouble(
                        Double.longBitsToDouble(a), Double.longBitsToDouble(b))));
    Arrays.setAll(values, i -> Double.longBitsToDouble(result[i]));
  }

  /**
   * Recursive doubling: after step i a rank has what 2^i ranks have in common. Ranks beyond the
   * last power of two give their values to others at first, and get the result at last.
   */
  private long[] reduce(long[] values, LongBinaryOperator operator) {
    int power = Integer.highestOneBit(size());
    int beyond = size() - power;
    if (rank() >= power) {
      int partner = rank() - power;
      pass(partner, values, rank(), 0);
      return pass(rank(), NOTHING, partner, values.length);
    }
    long[] result = values.clone();
    if (rank() < beyond) {
      combine(result, pass(rank(), NOTHING, rank() + power, values.length), operator);
    }
    for (int distance = 1; distance < power; distance *= 2) {
      int partner = rank() ^ distance;
      combine(result, pass(partner, result, partner, values.length), operator);
    }
    if (rank() < beyond) {
      pass(rank() + power, result, rank(), 0);
    }
    return result;
  }

  private static void combine(long[] result, long[] others, LongBinaryOperator operator) {
    Arrays.setAll(result, i -> operator.applyAsLong(result[i], others[i]));
  }

  /**
   * Values of every rank: Bruck et al. 1997. In each step a rank gets as many rows as it has, those
   * of the ranks that follow.
   *
   * @param lengths of the values of each rank
   */
  private long[][] gather(long[] values, long[] lengths) {
    long[][] rows = new long[size()][];
    rows[rank()] = values.clone();
    for (int distance = 1; distance < size(); distance *= 2) {
      int next = rank() + distance;
      int count = Math.min(distance, size() - distance);
      long expected = IntStream.range(next, next + count).mapToLong(r -> lengths[wrap(r)]).sum();
      long[] heard = pass(wrap(rank() - distance), join(rows, rank(), count), wrap(next), expected);
      int at = 0;
      for (int r = next; r < next + count; r++) {
        int end = at + Math.toIntExact(lengths[wrap(r)]);
        rows[wrap(r)] = Arrays.copyOfRange(heard, at, end);
        at = end;
      }
    }
    return rows;
  }

  /** Rows of so many ranks from one on, one after the other. */
  private long[] join(long[][] rows, int first, int count) {
    long length = IntStream.range(first, first + count).mapToLong(r -> rows[wrap(r)].length).sum();
    long[] joined = new long[Math.toIntExact(length)];
    int at = 0;
    for (int r = first; r < first + count; r++) {
      long[] row = rows[wrap(r)];
      System.arraycopy(row, 0, joined, at, row.length);
      at += row.length;
    }
    return joined;
  }

  /**
   * One value for each rank becomes one from each: Bruck et al. 1997. A value for the rank that is
   * i further on goes there in steps of the powers of two that make up i.
   */
  private long[] turned(long[] values) {
    int size = size();
    long[] held = IntStream.range(0, size).mapToLong(i -> values[wrap(rank() + i)]).toArray();
    for (int step = 1; step < size; step *= 2) {
      int bit = step;
      int[] moved = IntStream.range(0, size).filter(i -> (i & bit) != 0).toArray();
      long[] leaving = Arrays.stream(moved).mapToLong(i -> held[i]).toArray();
      long[] heard = pass(wrap(rank() + step), leaving, wrap(rank() - step), moved.length);
      for (int i = 0; i < moved.length; i++) {
        held[moved[i]] = heard[i];
      }
    }
    return IntStream.range(0, size).mapToLong(r -> held[wrap(rank() - r)]).toArray();
  }

  private int wrap(int rank) {
    return Math.floorMod(rank, size());
  }

  private long[] fromRoot(long[] values, int root, long length) {
    int place = wrap(rank() - root);
    int received = place == 0 ? Integer.highestOneBit(size()) * 2 : Integer.lowestOneBit(place);
    long[] result =
        place == 0 ? values.clone() : pass(rank(), NOTHING, wrap(rank() - received), length);
    for (int distance = received / 2; distance > 0; distance /= 2) {
      if (place + distance < size()) {
        pass(wrap(rank() + distance), result, rank(), 0);
      }
    }
    return result;
  }

  /**
   * Sends values to one rank and receives some of another; this rank stands for none.
   *
   * @param expected how many are received
   */
  private long[] pass(int to, long[] values, int from, long expected) {
    long[][] send = new long[size()][];
    Arrays.fill(send, NOTHING);
    long[] lengths = new long[size()];
    if (to != rank()) {
      send[to] = values;
    }
    if (from != rank()) {
      lengths[from] = expected;
    }
    return allToAll(send, lengths)[from];
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
