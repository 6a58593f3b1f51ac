package org.jzfof.comm;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;

/**
 * All collective operations, built on the exchanges of a {@link Transport}. In operations in which
 * every rank has data for all others, a rank sends about log2(P) messages, because ranks forward
 * the data that they have received.
 */
public final class Collectives implements Communicator {
  private static final long[] NOTHING = {};

  private final CountingTransport transport;
  private final SelfTransfer selfTransfer = new SelfTransfer();
  private long bytesOnOtherPaths;
  private long messagesOnOtherPaths;

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
    selfTransfer.copy(rank(), source, sendStart, sink, receiveStart);
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
   * Forwards the rows in steps of powers of two (Bruck et al. 1997): the row for the rank at
   * distance i takes the steps whose sum is i.
   */
  @Override
  public long[][] allToAll(long[][] values, int width) {
    int size = size();
    long[][] blocks = new long[size][];
    Arrays.setAll(blocks, i -> values[wrap(rank() + i)]);
    for (int step = 1; step < size; step *= 2) {
      int bit = step;
      int[] forwarded = IntStream.range(0, size).filter(i -> (i & bit) != 0).toArray();
      long[] outgoing =
          ArrayParts.join(Arrays.stream(forwarded).mapToObj(i -> blocks[i]).toArray(long[][]::new));
      long expected = (long) forwarded.length * width;
      long[] received = pass(wrap(rank() + step), outgoing, wrap(rank() - step), expected);
      for (int i = 0; i < forwarded.length; i++) {
        blocks[forwarded[i]] = Arrays.copyOfRange(received, i * width, (i + 1) * width);
      }
    }
    long[][] rows = new long[size][];
    Arrays.setAll(rows, r -> blocks[wrap(rank() - r)]);
    return rows;
  }

  @Override
  public long[][] allGather(long[] values) {
    long[] one = new long[size()];
    Arrays.fill(one, 1);
    long[][] lengths = gather(new long[] {values.length}, one);
    return gather(values, Arrays.stream(lengths).mapToLong(row -> row[0]).toArray());
  }

  /**
   * Distributes the values along a binomial tree: a rank that has them sends them on, the most
   * distant rank first.
   */
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

  /** Adds up the values of 1, 2, 4 ... ranks up to this one (Hillis, Steele 1986). */
  @Override
  public long exclusiveScan(long value) {
    long sum = value;
    for (int distance = 1; distance < size(); distance *= 2) {
      int to = rank() + distance < size() ? rank() + distance : rank();
      int from = rank() >= distance ? rank() - distance : rank();
      long[] lowerSum = pass(to, new long[] {sum}, from, 1);
      sum += from == rank() ? 0 : lowerSum[0];
    }
    return sum - value;
  }

  @Override
  public void recover() {
    transport.recover();
  }

  @Override
  public void noteSent(long bytes, long messages) {
    bytesOnOtherPaths += bytes;
    messagesOnOtherPaths += messages;
  }

  @Override
  public long bytesSent() {
    return transport.traffic().bytes() + bytesOnOtherPaths;
  }

  @Override
  public long messagesSent() {
    return transport.traffic().messages() + messagesOnOtherPaths;
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
   * Combines values by recursive doubling: after step i a rank holds the result of 2^i ranks. Ranks
   * beyond the last power of two first give their values to other ranks, and finally receive the
   * result.
   */
  private long[] reduce(long[] values, LongBinaryOperator operator) {
    int power = Integer.highestOneBit(size());
    int remainder = size() - power;
    if (rank() >= power) {
      int partner = rank() - power;
      pass(partner, values, rank(), 0);
      return pass(rank(), NOTHING, partner, values.length);
    }
    long[] result = values.clone();
    if (rank() < remainder) {
      combine(result, pass(rank(), NOTHING, rank() + power, values.length), operator);
    }
    for (int distance = 1; distance < power; distance *= 2) {
      int partner = rank() ^ distance;
      combine(result, pass(partner, result, partner, values.length), operator);
    }
    if (rank() < remainder) {
      pass(rank() + power, result, rank(), 0);
    }
    return result;
  }

  private static void combine(long[] result, long[] others, LongBinaryOperator operator) {
    Arrays.setAll(result, i -> operator.applyAsLong(result[i], others[i]));
  }

  /**
   * Gathers the values of every rank (Bruck et al. 1997). In each step a rank receives as many rows
   * as it holds, namely those of the ranks that follow.
   *
   * @param lengths number of values of each rank
   */
  private long[][] gather(long[] values, long[] lengths) {
    long[][] rows = new long[size()][];
    rows[rank()] = values.clone();
    for (int distance = 1; distance < size(); distance *= 2) {
      int next = rank() + distance;
      int count = Math.min(distance, size() - distance);
      long expected = IntStream.range(next, next + count).mapToLong(r -> lengths[wrap(r)]).sum();
      long[] received =
          pass(wrap(rank() - distance), join(rows, rank(), count), wrap(next), expected);
      int offset = 0;
      for (int r = next; r < next + count; r++) {
        int end = offset + Math.toIntExact(lengths[wrap(r)]);
        rows[wrap(r)] = Arrays.copyOfRange(received, offset, end);
        offset = end;
      }
    }
    return rows;
  }

  /** Joins the rows of consecutive ranks. */
  private long[] join(long[][] rows, int first, int count) {
    long length = IntStream.range(first, first + count).mapToLong(r -> rows[wrap(r)].length).sum();
    long[] joined = new long[Math.toIntExact(length)];
    int offset = 0;
    for (int r = first; r < first + count; r++) {
      long[] row = rows[wrap(r)];
      System.arraycopy(row, 0, joined, offset, row.length);
      offset += row.length;
    }
    return joined;
  }

  private int wrap(int rank) {
    return Math.floorMod(rank, size());
  }

  private long[] fromRoot(long[] values, int root, long length) {
    int index = wrap(rank() - root);
    int step = index == 0 ? Integer.highestOneBit(size()) * 2 : Integer.lowestOneBit(index);
    long[] result =
        index == 0 ? values.clone() : pass(rank(), NOTHING, wrap(rank() - step), length);
    for (int distance = step / 2; distance > 0; distance /= 2) {
      if (index + distance < size()) {
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
