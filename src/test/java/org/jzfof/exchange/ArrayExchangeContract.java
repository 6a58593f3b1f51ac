package org.jzfof.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;

/** Every value arrives where it belongs, on any path and any backend. */
abstract class ArrayExchangeContract {
  /** How ranks exchange, and how many they are at least. */
  record Path(int fewestRanks, BiFunction<Backend, Communicator, ArrayExchange> open) {
    Path(ExchangeChoice choice) {
      this(
          choice == ExchangeChoice.PEER ? 2 : 1, (backend, comm) -> backend.exchange(comm, choice));
    }
  }

  /** A new backend for a rank. */
  abstract Backend open(Communicator comm);

  /** Paths that must work. */
  abstract List<Path> paths();

  /** Longest range in values. */
  abstract int longest();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void randomRangesArrive(int ranks) {
    for (Path path : paths()) {
      if (ranks >= path.fewestRanks) {
        ThreadRanks.run(ranks, comm -> exchangeOften(comm, path));
      }
    }
  }

  private Void exchangeOften(Communicator comm, Path path) {
    try (Backend backend = open(comm)) {
      try (ArrayExchange exchange = path.open.apply(backend, comm)) {
        for (int repeat = 0; repeat < 6; repeat++) {
          exchangeOnce(comm, backend, exchange, repeat);
        }
        exchange.finish();
      }
      assertEquals(0, backend.memory().used(), "device arrays left open");
    }
    return null;
  }

  /** Lengths are a function of the pair; a third of them is zero. */
  private int length(int from, int to, int repeat) {
    SplittableRandom random = new SplittableRandom(100L * from + 10L * to + repeat);
    return random.nextInt(3) == 0 ? 0 : random.nextInt(repeat == 3 ? longest() : 1000);
  }

  private void exchangeOnce(
      Communicator comm, Backend backend, ArrayExchange exchange, int repeat) {
    int size = comm.size();
    int me = comm.rank();
    long[] send = new long[size + 1];
    long[] receive = new long[size + 1];
    for (int r = 0; r < size; r++) {
      send[r + 1] = send[r] + 4L * length(me, r, repeat);
      receive[r + 1] = receive[r] + 4L * length(r, me, repeat);
    }
    int[] values = new int[(int) (send[size] / 4)];
    int[] expected = new int[(int) (receive[size] / 4)];
    for (int r = 0; r < size; r++) {
      fill(values, send, r, me, r);
      fill(expected, receive, r, r, me);
    }
    try (DeviceArray from = backend.memory().upload(values);
        DeviceArray to = backend.memory().allocate(ElementType.I32, expected.length)) {
      exchange.exchange(from, send, to, receive);
      assertArrayEquals(expected, backend.memory().toInts(to), exchange.description());
    }
  }

  /** Rows of all sizes of elements and of several widths, so that rows reach across slots. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void rowsArriveInTheirOrder(int ranks) {
    for (Path path : paths()) {
      if (ranks >= path.fewestRanks) {
        ThreadRanks.run(ranks, comm -> sendRowsOften(comm, path));
      }
    }
  }

  private Void sendRowsOften(Communicator comm, Path path) {
    try (Backend backend = open(comm)) {
      try (ArrayExchange exchange = path.open.apply(backend, comm)) {
        for (int repeat = 0; repeat < 4; repeat++) {
          sendRows(comm, backend.memory(), exchange, repeat, ElementType.U8, 3);
          sendRows(comm, backend.memory(), exchange, repeat, ElementType.I32, 5);
          sendRows(comm, backend.memory(), exchange, repeat, ElementType.F64, 3);
        }
        exchange.finish();
      }
      assertEquals(0, backend.memory().used(), "device arrays left open");
    }
    return null;
  }

  /** Byte b of row i of rank r is a function of all three; rows go in decreasing order. */
  private void sendRows(
      Communicator comm,
      DeviceMemory memory,
      ArrayExchange exchange,
      int repeat,
      ElementType type,
      int width) {
    int size = comm.size();
    int me = comm.rank();
    int rowBytes = width * type.bytes();
    long[] send = new long[size + 1];
    long[] receive = new long[size + 1];
    for (int r = 0; r < size; r++) {
      send[r + 1] = send[r] + length(me, r, repeat) / rowBytes;
      receive[r + 1] = receive[r] + length(r, me, repeat) / rowBytes;
    }
    int count = (int) send[size];
    int[] order = new int[count];
    Arrays.setAll(order, i -> count - 1 - i);
    ByteBuffer values = ByteBuffer.allocate(count * rowBytes).order(ByteOrder.nativeOrder());
    for (int i = 0; i < count; i++) {
      putRow(values, me, count - 1 - i, rowBytes);
    }
    ByteBuffer expected = ByteBuffer.allocate((int) receive[size] * rowBytes);
    for (int r = 0; r < size; r++) {
      long first = 0;
      for (int to = 0; to < me; to++) {
        first += length(r, to, repeat) / rowBytes;
      }
      for (long i = 0; i < receive[r + 1] - receive[r]; i++) {
        putRow(expected, r, (int) (first + i), rowBytes);
      }
    }
    DeviceArray table = memory.allocate(type, (long) count * width);
    memory.write(table, 0, values.flip());
    ByteBuffer arrived = ByteBuffer.allocate(expected.capacity()).order(ByteOrder.nativeOrder());
    try (DeviceArray rows = memory.upload(order);
        DeviceArray received = exchange.sendRows(table, width, rows, send, receive)) {
      assertEquals(type, received.type());
      memory.read(received, 0, arrived);
    }
    assertArrayEquals(expected.array(), arrived.array(), exchange.description());
  }

  private static void putRow(ByteBuffer buffer, int rank, int row, int bytes) {
    for (int b = 0; b < bytes; b++) {
      buffer.put((byte) (rank + 31 * row + (row >> 8) + 7 * b));
    }
  }

  private static void fill(int[] values, long[] start, int range, int from, int to) {
    int first = (int) (start[range] / 4);
    for (int i = first; i < start[range + 1] / 4; i++) {
      values[i] = (from << 28 | to << 24) + i - first;
    }
  }

  @Test
  void saysWhichPathItIs() {
    for (Path path : paths()) {
      String[] names = ThreadRanks.run(2, comm -> describe(comm, path)).toArray(String[]::new);
      assertEquals(1, Arrays.stream(names).distinct().count());
      assertEquals(false, names[0].isBlank());
    }
  }

  private String describe(Communicator comm, Path path) {
    try (Backend backend = open(comm);
        ArrayExchange exchange = path.open.apply(backend, comm)) {
      exchange.finish();
      return exchange.description();
    }
  }
}
