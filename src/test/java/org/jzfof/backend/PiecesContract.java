package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Morton;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Splitters;

/** What belongs to which piece of the ranks, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PiecesContract {
  private Backend backend;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = open());

  /** A new backend. */
  abstract Backend open();

  private DeviceMemory memory() {
    return backend.memory();
  }

  /** Ranges of which some are empty, at the beginning, the end and in between. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100_000})
  void partsNumbersByTheirRange(int n) {
    long[] start = {5, 5, 70, 4_000_000_000L, 4_000_000_000L, 4_000_000_001L, 1L << 40, 1L << 40};
    SplittableRandom random = new SplittableRandom(n);
    long[] numbers = new long[n];
    Arrays.setAll(
        numbers,
        i -> {
          int range = new int[] {1, 2, 4, 5}[random.nextInt(4)];
          return random.nextInt(3) == 0
              ? start[range]
              : random.nextLong(start[range], start[range + 1]);
        });
    int[] expected = new int[n];
    long[] places = new long[start.length];
    int at = 0;
    for (int range = 0; range + 1 < start.length; range++) {
      for (int i = 0; i < n; i++) {
        if (numbers[i] >= start[range] && numbers[i] < start[range + 1]) {
          expected[at++] = i;
        }
      }
      places[range + 1] = at;
    }
    try (DeviceArray array = memory().upload(numbers);
        Partition partition = backend.particles().partition(array, start)) {
      assertArrayEquals(expected, memory().toInts(partition.rows()));
      assertArrayEquals(places, partition.start());
    }
  }

  /**
   * Balls with a point of another piece leave theirs, and hardly any other ball that is small; also
   * with pieces that share out coincident points.
   */
  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "true, true"})
  void ballsLeaveTheirPiece(boolean periodic, boolean coincident) {
    int n = 2000;
    int pieces = 5;
    SplittableRandom random = new SplittableRandom(9);
    FixedPoint map =
        FixedPoint.of(
            periodic ? Box.periodic(1, 1, 1) : Box.open(new double[3], new double[] {1, 1, 1}));
    int[] fixed =
        IntStream.range(0, 3 * n)
            .map(i -> map.toNearest(coincident && i < n ? 1 - 1e-9 : random.nextDouble(), i % 3))
            .toArray();
    double[] radius = random.doubles(n, -12, 0).map(Math::exp).toArray();
    radius[n - 1] = Double.POSITIVE_INFINITY;
    radius[n - 2] = 0;
    long[] keys =
        IntStream.range(0, n)
            .mapToLong(
                i ->
                    Morton.key(fixed[3 * i], fixed[3 * i + 1], fixed[3 * i + 2], 0, Splitters.BITS))
            .toArray();
    Splitters splitters = Splitters.of(keys.clone(), pieces);
    int[] piece =
        IntStream.range(0, n).map(i -> splitters.pieceOf(keys[i], (double) i / n)).toArray();
    int loose = 0;
    try (DeviceArray centre = memory().upload(fixed);
        DeviceArray reach = memory().upload(radius)) {
      Balls balls = new Balls(map, n, centre, reach);
      for (int p = 0; p < pieces; p++) {
        BitSet found = new BitSet();
        try (DeviceArray rows = backend.particles().leaving(balls, splitters.ownKeys(p))) {
          int[] row = memory().toInts(rows);
          assertArrayEquals(IntStream.of(row).sorted().distinct().toArray(), row);
          IntStream.of(row).forEach(found::set);
        }
        for (int b = 0; b < n; b++) {
          boolean needed = false;
          for (int i = 0; i < n && !needed; i++) {
            needed = piece[i] != p && distance(map, fixed, b, i) <= radius[b];
          }
          assertTrue(found.get(b) || !needed, "ball " + b + " piece " + p);
          loose += piece[b] == p && radius[b] < 1e-3 && found.get(b) && !needed ? 1 : 0;
        }
      }
    }
    assertTrue(coincident || loose < n / 50, loose + " small balls leave for nothing");
  }

  private static double distance(FixedPoint map, int[] fixed, int a, int b) {
    double sum = 0;
    for (int d = 0; d < 3; d++) {
      double delta = (fixed[3 * a + d] - fixed[3 * b + d]) * map.cell()[d];
      sum += delta * delta;
    }
    return Math.sqrt(sum);
  }
}
