package org.jzfof.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/** Every value arrives where it belongs, on any path and any backend. */
abstract class ArrayExchangeContract {
  /** A new backend for a rank. */
  abstract Backend open(Communicator comm);

  /** Paths that must work. */
  abstract ExchangeChoice[] choices();

  /** Longest range in values. */
  abstract int longest();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void randomRangesArrive(int ranks) {
    for (ExchangeChoice choice : choices()) {
      if (choice != ExchangeChoice.PEER || ranks > 1) {
        ThreadRanks.run(ranks, comm -> exchangeOften(comm, choice));
      }
    }
  }

  private Void exchangeOften(Communicator comm, ExchangeChoice choice) {
    try (Backend backend = open(comm)) {
      try (ArrayExchange exchange = backend.exchange(comm, choice)) {
        for (int repeat = 0; repeat < 6; repeat++) {
          exchangeOnce(comm, backend, exchange, repeat);
        }
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

  private static void fill(int[] values, long[] start, int range, int from, int to) {
    int first = (int) (start[range] / 4);
    for (int i = first; i < start[range + 1] / 4; i++) {
      values[i] = (from << 28 | to << 24) + i - first;
    }
  }

  @Test
  void saysWhichPathItIs() {
    for (ExchangeChoice choice : choices()) {
      String[] names = ThreadRanks.run(2, comm -> describe(comm, choice)).toArray(String[]::new);
      assertEquals(1, Arrays.stream(names).distinct().count());
      assertEquals(false, names[0].isBlank());
    }
  }

  private String describe(Communicator comm, ExchangeChoice choice) {
    try (Backend backend = open(comm);
        ArrayExchange exchange = backend.exchange(comm, choice)) {
      return exchange.description();
    }
  }
}
