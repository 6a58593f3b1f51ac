package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;
import org.jzfof.domain.MortonKeys;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Splitters;
import org.jzfof.threads.ParallelLoops;

/** What belongs to which piece of the ranks, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class DomainsTest {
  private static final int PIECES = 5;

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

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
   * Points of a box, each the centre of a ball.
   *
   * @param map fixed-point map of the box
   * @param fixed coordinates [3n]
   * @param radius of the ball of each, in length units
   * @param keys place of each along the curve
   */
  private record Points(FixedPoint map, int[] fixed, double[] radius, long[] keys) {
    private static final int COUNT = 2000;

    /**
     * Uniform, or a third of them at one place; one ball holds everything, one its centre alone.
     */
    static Points random(boolean periodic, boolean coincident) {
      SplittableRandom random = new SplittableRandom(9);
      FixedPoint map =
          FixedPoint.of(
              periodic ? Box.periodic(1, 1, 1) : Box.open(new double[3], new double[] {1, 1, 1}));
      int[] fixed =
          IntStream.range(0, 3 * COUNT)
              .map(
                  i ->
                      map.toNearest(
                          coincident && i < COUNT ? 1 - 1e-9 : random.nextDouble(), i % 3))
              .toArray();
      double[] radius = random.doubles(COUNT, -12, 0).map(Math::exp).toArray();
      radius[COUNT - 1] = Double.POSITIVE_INFINITY;
      radius[COUNT - 2] = 0;
      return new Points(map, fixed, radius, MortonKeys.of(fixed));
    }

    /** Whether the ball of one point holds any of some points. */
    boolean holdsAny(int ball, IntPredicate points) {
      return IntStream.range(0, COUNT)
          .anyMatch(p -> points.test(p) && distance(ball, p) <= radius[ball]);
    }

    private double distance(int a, int b) {
      double sum = 0;
      for (int d = 0; d < 3; d++) {
        double delta = (fixed[3 * a + d] - fixed[3 * b + d]) * map.cell()[d];
        sum += delta * delta;
      }
      return Math.sqrt(sum);
    }
  }

  /** Balls intersect the pieces of all points inside them, and into hardly any other piece. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ballsReachIntoPieces(boolean periodic) {
    Points points = Points.random(periodic, false);
    Splitters splitters = MortonKeys.splitters(points.keys, PIECES);
    int loose = 0;
    for (int piece = 0; piece < PIECES; piece++) {
      KeyRange range = splitters.keys(piece);
      BitSet found = balls(points, balls -> backend.particles().findIntersecting(balls, range));
      for (int b = 0; b < Points.COUNT; b++) {
        boolean needed =
            points.holdsAny(
                b, p -> points.keys[p] >= range.first() && points.keys[p] <= range.last());
        assertTrue(found.get(b) || !needed, "ball " + b + " piece " + piece);
        loose += found.get(b) && !needed ? 1 : 0;
      }
    }
    assertTrue(loose < 400, loose + " balls in pieces without a point in them");
  }

  /**
   * Balls with a point of another piece leave theirs, and hardly any other ball does; also with
   * pieces that share out coincident points.
   */
  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "true, true"})
  void ballsLeaveTheirPiece(boolean periodic, boolean coincident) {
    int n = Points.COUNT;
    Points points = Points.random(periodic, coincident);
    Splitters splitters = MortonKeys.splitters(points.keys, PIECES);
    int[] piece =
        IntStream.range(0, n).map(i -> splitters.pieceOf(points.keys[i], (double) i / n)).toArray();
    int loose = 0;
    for (int p = 0; p < PIECES; p++) {
      int own = p;
      BitSet found =
          balls(
              points,
              balls -> backend.particles().findLeaving(balls, splitters.exclusiveKeys(own)));
      for (int b = 0; b < n; b++) {
        boolean needed = points.holdsAny(b, i -> piece[i] != own);
        assertTrue(found.get(b) || !needed, "ball " + b + " piece " + p);
        loose += piece[b] == p && found.get(b) && !needed ? 1 : 0;
      }
    }
    assertTrue(coincident || loose < 160, loose + " balls leave for nothing");
  }

  /** The balls that are listed, once each and in order. */
  private BitSet balls(Points points, Function<Balls, DeviceArray> listed) {
    try (DeviceArray centre = memory().upload(points.fixed);
        DeviceArray reach = memory().upload(points.radius);
        DeviceArray rows = listed.apply(new Balls(points.map, Points.COUNT, centre, reach))) {
      int[] row = memory().toInts(rows);
      assertArrayEquals(IntStream.of(row).sorted().distinct().toArray(), row);
      BitSet found = new BitSet();
      IntStream.of(row).forEach(found::set);
      return found;
    }
  }
}
