package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.device.HostColumns;
import org.jzfof.device.HostMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.pipeline.Configurations;
import org.jzfof.pipeline.PointSets;

/** The order along the curve is that of the interleaved bits, on any number of ranks. */
@OnBackends
class CurveRowsTest {
  private static final int[] SIZES = {1, 3, 70, 500, 2000};
  private static final int[] RANKS = Configurations.ranks(1, 2, 3, 5);

  @Parameter private TestBackend on;

  private record Found(long first, long[] rows, double[] xyz, double[] values) {}

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void ordersByInterleavedBits(PointSets set) {
    SplittableRandom random = new SplittableRandom(40 + set.ordinal());
    for (int c = 0; c < 8; c++) {
      RadiusCase of = RadiusCase.random(set, SIZES[random.nextInt(SIZES.length)], c, random);
      double[] xyz = of.points();
      repeat(xyz, c, random);
      int[] expected = order(xyz, of.box());
      for (int ranks : RANKS) {
        String where = set + " " + c + " on " + ranks + " ranks";
        List<Found> found = ThreadRanks.run(ranks, comm -> sort(xyz, of.type(), of.box(), comm));
        check(expected, xyz, found, where);
      }
    }
  }

  /** Copies some points to one place, at which domains may begin. */
  private static void repeat(double[] xyz, int c, SplittableRandom random) {
    for (int i = 3; c % 2 == 1 && i < xyz.length; i += 3) {
      if (random.nextInt(3) == 0) {
        System.arraycopy(xyz, 0, xyz, i, 3);
      }
    }
  }

  private static int[] order(double[] xyz, Box box) {
    FixedPoint map = FixedPoint.of(box);
    BigInteger[] key = new BigInteger[xyz.length / 3];
    for (int i = 0; i < key.length; i++) {
      StringBuilder bits = new StringBuilder();
      for (int bit = 31; bit >= 0; bit--) {
        for (int d = 0; d < 3; d++) {
          int cell = map.toNearest(xyz[3 * i + d], d) ^ Integer.MIN_VALUE;
          bits.append(cell >>> bit & 1);
        }
      }
      key[i] = new BigInteger(bits.toString(), 2);
    }
    return IntStream.range(0, key.length)
        .boxed()
        .sorted(Comparator.comparing((Integer i) -> key[i]).thenComparing(i -> i))
        .mapToInt(i -> i)
        .toArray();
  }

  private static void check(int[] expected, double[] xyz, List<Found> found, String where) {
    int at = 0;
    for (Found ofRank : found) {
      assertEquals(at, ofRank.first, where);
      for (int i = 0; i < ofRank.rows.length; i++) {
        int row = expected[at++];
        assertEquals(row, ofRank.rows[i], where + ": number " + (at - 1));
        assertEquals(row + 0.5, ofRank.values[i], where);
        assertArrayEquals(
            Arrays.copyOfRange(xyz, 3 * row, 3 * row + 3),
            Arrays.copyOfRange(ofRank.xyz, 3 * i, 3 * i + 3),
            where);
      }
    }
    assertEquals(expected.length, at, where);
  }

  private Found sort(double[] xyz, ElementType type, Box box, Communicator comm) {
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      SharedPlaces read = new SharedPlaces(backend, comm, xyz, type);
      double[] values =
          IntStream.range(0, (int) read.rows())
              .mapToDouble(i -> read.firstRow() + i + 0.5)
              .toArray();
      EvenShares thirds = new EvenShares(xyz.length / 9, comm.size()); // any ranges will do
      long[] start = new long[comm.size() + 1];
      Arrays.setAll(start, r -> r == comm.size() ? xyz.length / 3 : 2 * thirds.start(r));
      DeviceArray uploaded = backend.memory().upload(values);
      try (CurveRows rows =
          CurveRows.of(
              new CurveRows.Context(backend, arrays, box),
              read.read(),
              read.firstRow(),
              uploaded,
              start)) {
        Found found =
            new Found(
                rows.firstRow(),
                HostColumns.longs(new HostMemory().fetch(backend.memory(), rows.row())),
                FloatArrays.doubles(backend.memory(), rows.points().xyz()),
                backend.memory().toDoubles(rows.values()));
        arrays.finish();
        return found;
      }
    }
  }
}
