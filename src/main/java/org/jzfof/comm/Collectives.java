package org.jzfof.comm;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;

/**
 * All collective operations, built on the exchanges of a {@link Transport}. Where every rank has
 * data for all others, a rank sends about log2(P) messages, because ranks forward what they have
 * received.
 */
public final class Collectives implements Communicator {
  private static final long[] NOTHING = {};

  private final CountingTransport transport;
  private final OwnRange own = new OwnRange();
  private long bytesElsewhere;
  private long messagesElsewhere;

  /**
   * @param transport connects the ranks
   */
  public Collectives(Transport transport) {
    int limit = transport.messageLimit();
    if (limit < Long.BYTES || limit % Long.BYTES != 0) {
      throw new IllegalArgumentException(
          "messages of at most " + limit + " bytes would tear values: give a multiple of 8");
    }
    this.transport = new CountingTransport(transport);
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
    own.copy(rank(), source, sendStart, sink, receiveStart);
    transport.exchange(source, sendStart, sink, receiveStart);
  }

  @Override
  public long[][] allToAll(long[][] values) {
    long[][] lengths =
        Arrays.stream(values).map(row -> new long[] {row.length}).toArray(long[][]::new);
    return allToAll(values, ArrayParts.join(allToAll(lengths, 1)));
  }

  @Override
  public long[][] allToAll(long[][] values, long[] lengths) {
    LongRows send = new LongRows(values);
    LongRows receive = LongRows.ofLengths(lengths);
    exchange(send, send.start(), receive, receive.start());
    return receive.rows();
  }

  /**
   * Bruck et al. 1997: the values for the rank that is i further on go there in steps of the powers
   * of two that make up i.
   */
  @Override
  public long[][] allToAll(long[][] values, int width) {
    int size = size();
    long[][] held = new long[size][];
    Arrays.setAll(held, i -> values[wrap(rank() + i)]);
    for (int step = 1; step < size; step *= 2) {
      int bit = step;
      int[] moved = IntStream.range(0, size).filter(i -> (i & bit) != 0).toArray();
      long[] leaving =
          ArrayParts.join(Arrays.stream(moved).mapToObj(i -> held[i]).toArray(long[][]::new));
      long expected = (long) moved.length * width;
      long[] heard = pass(wrap(rank() + step), leaving, wrap(rank() - step), expected);
      for (int i = 0; i < moved.length; i++) {
        held[moved[i]] = Arrays.copyOfRange(heard, i * width, (i + 1) * width);
      }
    }
    long[][] rows = new long[size][];
    Arrays.setAll(rows, r -> held[wrap(rank() - r)]);
    return rows;
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
    bytesElsewhere += bytes;
    messagesElsewhere += messages;
  }

  @Override
  public long bytesSent() {
    return transport.traffic().bytes() + bytesElsewhere;
  }

  @Override
  public long messagesSent() {
    return transport.traffic().messages() + messagesElsewhere;
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

  private long[] pass(int to, long[] values, int from, long expected) {
    return transport.pass(to, values, from, Math.toIntExact(expected));
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
