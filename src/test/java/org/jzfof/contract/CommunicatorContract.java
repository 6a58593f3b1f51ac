package org.jzfof.contract;

import java.util.Arrays;
import java.util.Random;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;

/**
 * What every communicator must do, as a program that all ranks run: it throws on the rank where an
 * answer is wrong. Every rank can work out what the others send, since all draw from the same
 * generator.
 */
public final class CommunicatorContract {
  private final Communicator comm;
  private final int size;
  private final int rank;

  private CommunicatorContract(Communicator comm) {
    this.comm = comm;
    this.size = comm.size();
    this.rank = comm.rank();
  }

  /** Runs the whole suite. */
  public static void run(Communicator comm) {
    run(comm, false);
  }

  /**
   * Runs the whole suite.
   *
   * @param direct whether messages in place arrive in place, too
   */
  public static void run(Communicator comm, boolean direct) {
    CommunicatorContract contract = new CommunicatorContract(comm);
    contract.reductions();
    contract.scan();
    contract.broadcastFromEachRoot();
    contract.gathers();
    contract.randomSizes();
    contract.unevenCounts();
    contract.fewValuesForEach();
    contract.manySmallCollectives();
    contract.rawBytes();
    contract.bytesInPlace(direct);
    contract.lengthsThatDisagree();
    new RowTransferContract(comm).run();
    new CommunicatorRecovery(comm).run();
    contract.counters();
    contract.node();
  }

  private void reductions() {
    long[] sums = {rank, 1, Long.MIN_VALUE / size, -rank};
    comm.sum(sums);
    long triangle = size * (size - 1L) / 2;
    equal(new long[] {triangle, size, Long.MIN_VALUE / size * size, -triangle}, sums, "sum");
    double[] lowest = {rank, -rank, Double.POSITIVE_INFINITY, 0.1 * (rank + 1)};
    comm.min(lowest);
    equal(new double[] {0, 1 - size, Double.POSITIVE_INFINITY, 0.1}, lowest, "min");
    double[] highest = {rank, -rank, Double.NEGATIVE_INFINITY, -0.1 * (rank + 1)};
    comm.max(highest);
    equal(new double[] {size - 1, 0, Double.NEGATIVE_INFINITY, -0.1}, highest, "max");
    comm.sum(new long[0]);
    long[] many = new long[5000];
    Arrays.setAll(many, i -> (long) i * rank);
    comm.sum(many);
    for (int i = 0; i < many.length; i++) {
      check(many[i] == i * triangle, "sum of " + i);
    }
  }

  private void scan() {
    check(comm.exclusiveScan(rank + 1) == rank * (rank + 1L) / 2, "exclusive scan");
    long big = 1L << 40;
    check(comm.exclusiveScan(big) == rank * big, "exclusive scan of 64-bit values");
  }

  private void broadcastFromEachRoot() {
    for (int root = 0; root < size; root++) {
      for (int length : new int[] {0, 1, 37 * (root + 1)}) {
        long[] values = row(root, length);
        long[] got = comm.broadcast(rank == root ? values : new long[] {99, 98}, root);
        equal(values, got, "broadcast from " + root);
      }
    }
  }

  private void gathers() {
    long[][] all = comm.allGather(row(rank, 3 * rank));
    check(all.length == size, "rows gathered");
    for (int r = 0; r < size; r++) {
      equal(row(r, 3 * r), all[r], "gathered from " + r);
    }
    for (long[] none : comm.allGather(new long[0])) {
      check(none.length == 0, "nothing gathered");
    }
  }

  private void randomSizes() {
    Random random = new Random(7);
    for (int round = 0; round < 20; round++) {
      int most = random.nextInt(3) * random.nextInt(400) + 1;
      swap(table(random, most), "random sizes, round " + round);
    }
  }

  /** One rank has nearly everything, to send, to receive, and for itself. */
  private void unevenCounts() {
    for (int one = 0; one < size; one++) {
      int[][] lengths = new int[size][size];
      Arrays.fill(lengths[one], 20_000);
      swap(lengths, "all from " + one);
      lengths = new int[size][size];
      for (int[] from : lengths) {
        from[one] = 20_000;
      }
      swap(lengths, "all to " + one);
      lengths = new int[size][size];
      lengths[one][(one + 1) % size] = 50_000;
      swap(lengths, "from " + one + " to its neighbour");
    }
    swap(new int[size][size], "nothing at all");
  }

  private void manySmallCollectives() {
    long state = rank;
    for (int i = 0; i < 2000; i++) {
      long[] value = {state};
      if (i % 3 == 0) {
        comm.sum(value);
        state = value[0] % 1009;
      } else {
        state = comm.broadcast(new long[] {state + rank}, i % size)[0] + rank;
      }
    }
    long[] sum = {state - rank};
    comm.sum(sum);
    check(sum[0] == size * (state - rank), "state after many collectives");
  }

  /** Ranges with gaps before and beyond, lengths that are no multiple of anything. */
  private void rawBytes() {
    int length = 1021;
    long gap = 1L << 33;
    long[] start = new long[size + 1];
    Arrays.setAll(start, r -> gap + (long) r * length);
    byte[] got = new byte[length * size];
    comm.exchange(
        (at, target) -> {
          while (target.hasRemaining()) {
            target.put(pattern(rank, at++ - gap));
          }
        },
        start,
        (at, source) -> source.get(got, (int) (at - gap), source.remaining()),
        start);
    for (int i = 0; i < got.length; i++) {
      long sent = (long) rank * length + i % length;
      check(got[i] == pattern(i / length, sent), "byte " + i);
    }
  }

  private void bytesInPlace(boolean direct) {
    int length = 100_003;
    long[] start = new long[size + 1];
    Arrays.setAll(start, r -> (long) r * length);
    DirectBytes from = new DirectBytes(length * size);
    DirectBytes to = new DirectBytes(length * size);
    for (int i = 0; i < length * size; i++) {
      from.bytes.put(i, pattern(rank, i));
    }
    comm.exchange(from, start, to.sink(), start);
    for (int i = 0; i < length * size; i++) {
      long sent = (long) rank * length + i % length;
      check(to.bytes.get(i) == pattern(i / length, sent), "byte in place " + i);
    }
    int written = direct ? length : size * length;
    check(from.copied == length, from.copied + " bytes read");
    check(to.copied == written, to.copied + " bytes written");
  }

  /** What a rank sends itself must be what it expects; nobody else is bothered. */
  private void lengthsThatDisagree() {
    long[] send = new long[size + 1];
    Arrays.fill(send, rank + 1, size + 1, 8);
    boolean refused = false;
    try {
      comm.exchange((at, to) -> to.put(new byte[8]), send, (at, from) -> {}, new long[size + 1]);
    } catch (IllegalArgumentException e) {
      refused = true;
    }
    check(refused, "8 bytes to itself, none expected");
  }

  private void counters() {
    long steps = size == 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    long lengths = 0;
    for (int i = 0; i < size; i++) {
      lengths += Integer.bitCount(i); // steps of the length for the rank that is i further on
    }
    long bytes = comm.bytesSent();
    long messages = comm.messagesSent();
    comm.allToAll(new long[size][100]);
    check(comm.bytesSent() - bytes == ((size - 1) * 100L + lengths) * Long.BYTES, "bytes counted");
    check(comm.messagesSent() - messages >= size - 1 + steps, "messages counted");
    few(steps + 2, () -> comm.sum(new long[3]), "sum");
    few(steps + 2, () -> comm.min(new double[3]), "min");
    few(steps + 2, () -> comm.max(new double[3]), "max");
    few(steps, () -> comm.exclusiveScan(1), "exclusive scan");
    few(2 * steps, () -> comm.allGather(new long[3]), "gather");
    few(2 * steps, () -> comm.broadcast(new long[3], size - 1), "broadcast");
    few(steps, () -> comm.allToAll(new long[size][0]), "nothing for all");
    few(steps, () -> comm.allToAll(new long[size][2], 2), "two values for each");
  }

  /** No rank sends one message to each of many others. */
  private void few(long most, Runnable collective, String what) {
    long messages = comm.messagesSent();
    collective.run();
    long sent = comm.messagesSent() - messages;
    check(sent <= most, what + ": " + sent + " messages, at most " + most);
  }

  /** All ranks of these tests run on one machine. */
  private void node() {
    NodeRanks node = NodeRanks.of(comm);
    check(node.local() == rank, "rank among those of the node");
    check(node.ranks().length == size && node.ranks()[rank] == rank, "ranks of the node");
  }

  /** Sends lengths[from][to] values between all ranks. */
  private void swap(int[][] lengths, String what) {
    long[][] send = new long[size][];
    Arrays.setAll(send, to -> row(rank * size + to, lengths[rank][to]));
    long[][] got = comm.allToAll(send);
    for (int from = 0; from < size; from++) {
      equal(row(from * size + rank, lengths[from][rank]), got[from], what + ", from " + from);
    }
    long[] expected = Arrays.stream(lengths).mapToLong(from -> from[rank]).toArray();
    long[][] again = comm.allToAll(send, expected);
    check(Arrays.deepEquals(got, again), what + ", known lengths");
  }

  private void fewValuesForEach() {
    for (int width = 0; width <= 3; width++) {
      long[][] send = new long[size][];
      for (int to = 0; to < size; to++) {
        send[to] = row(rank * size + to, width);
      }
      long[][] got = comm.allToAll(send, width);
      for (int from = 0; from < size; from++) {
        equal(row(from * size + rank, width), got[from], width + " values from " + from);
      }
    }
  }

  private int[][] table(Random random, int most) {
    int[][] lengths = new int[size][size];
    for (int[] from : lengths) {
      Arrays.setAll(from, to -> random.nextInt(most));
    }
    return lengths;
  }

  private static long[] row(long seed, int length) {
    return new Random(seed).longs(length).toArray();
  }

  private static byte pattern(int rank, long at) {
    return (byte) (31 * rank + 7 * at + at / 251);
  }

  private void equal(long[] expected, long[] got, String what) {
    check(Arrays.equals(expected, got), what);
  }

  private void equal(double[] expected, double[] got, String what) {
    check(Arrays.equals(expected, got), what + " is " + Arrays.toString(got));
  }

  private void check(boolean right, String what) {
    if (!right) {
      throw new AssertionError("rank " + rank + " of " + size + ": " + what);
    }
  }
}
