package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;
import org.jzfof.domain.MortonKeys;
import org.jzfof.domain.Splitters;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.RowKernels;
import org.jzfof.threads.ParallelLoops;

/** What is done with rows of neighbours, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class NeighbourRowsTest {
  private static final int K = 5;
  private static final int NONE = Neighbours.NONE;

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  private RowKernels rows() {
    return backend.knn().rows();
  }

  private DeviceArray upload(double[] values, ElementType type) {
    return FloatArrays.upload(memory(), type, values);
  }

  private double[] doubles(DeviceArray array) {
    return FloatArrays.doubles(memory(), array);
  }

  /** Row numbers of which the last ones of some rows are none. */
  private static int[] someRows(int queries, int points, SplittableRandom random) {
    int[] row = random.ints((long) queries * K, 0, points).toArray();
    for (int q = 0; q < queries; q += 3) {
      Arrays.fill(row, q * K + q % K, (q + 1) * K, NONE);
    }
    return row;
  }

  /** In memory that has room for wide numbers, and elsewhere. */
  @ParameterizedTest
  @CsvSource({
    "0, true",
    "1, true",
    "3, true",
    "204, true",
    "205, true",
    "1000, true",
    "200001, true",
    "1000, false"
  })
  void renumbers(int m, boolean withRoom) {
    SplittableRandom random = new SplittableRandom(1);
    int[] row = someRows(m, 300, random);
    double[] distance = random.doubles(row.length).toArray();
    long[] numbers = random.longs(300, 0, 1L << 50).toArray();
    long[] expected = IntStream.of(row).mapToLong(r -> r == NONE ? NONE : numbers[r]).toArray();
    try (DeviceArray number = memory().upload(numbers);
        Neighbours renumbered = rows().renumber(found(row, distance, withRoom), number)) {
      assertArrayEquals(expected, memory().toLongs(renumbered.row()));
      assertArrayEquals(distance, memory().toDoubles(renumbered.distance()));
    }
  }

  private Neighbours found(int[] row, double[] distance, boolean withRoom) {
    int m = row.length / K;
    DeviceArray given = memory().upload(row);
    if (!withRoom) {
      return new Neighbours(m, K, given, memory().upload(distance));
    }
    try (given;
        DeviceArray distances = memory().upload(distance)) {
      Neighbours found = rows().allocate(m, K, ElementType.F64);
      memory().copy(given, found.row(), row.length);
      memory().copy(distances, found.distance(), row.length);
      return found;
    }
  }

  @Test
  void roomThatIsNotUsedIsGivenBack() {
    long used = memory().used();
    rows().allocate(1000, K, ElementType.F32).close();
    assertEquals(used, memory().used());
  }

  /** A rounded distance stands for all that are rounded to it. */
  @Test
  void farthestIsNotBelowWhatWasRounded() {
    double[] exact = {0, 1e-50, 0.1, 1 + 0x1p-25, 1 - 0x1p-26, 3e38, Double.POSITIVE_INFINITY, 7};
    double[] distance = new double[K * exact.length];
    IntStream.range(0, exact.length).forEach(q -> distance[q * K + K - 1] = exact[q]);
    try (Neighbours rounded =
            new Neighbours(
                exact.length,
                K,
                memory().upload(new int[distance.length]),
                upload(distance, ElementType.F32));
        Neighbours whole =
            new Neighbours(
                exact.length,
                K,
                memory().upload(new int[distance.length]),
                memory().upload(distance));
        DeviceArray atMost = rows().farthest(rounded);
        DeviceArray same = rows().farthest(whole)) {
      assertArrayEquals(exact, memory().toDoubles(same));
      double[] bound = memory().toDoubles(atMost);
      for (int q = 0; q < exact.length; q++) {
        assertTrue(bound[q] >= exact[q] && bound[q] <= exact[q] * (1 + 0x1p-22) + 1e-40, "" + q);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5000, 4900})
  void roundsDistances(int n) {
    double[] distance = new SplittableRandom(6).doubles(n, 0, 3).toArray();
    if (n > 0) {
      distance[n - 1] = Double.POSITIVE_INFINITY;
    }
    try (DeviceArray exact = memory().upload(distance);
        DeviceArray rounded = rows().round(exact)) {
      assertEquals(ElementType.F32, rounded.type());
      assertArrayEquals(Arrays.stream(distance).map(d -> (float) d).toArray(), doubles(rounded));
    }
  }

  @ParameterizedTest
  @CsvSource({"F32, F32, 1", "F32, F64, 1", "F64, F32, 1", "F64, F64, 1", "F32, F32, 0"})
  void measuresDistances(ElementType ofQueries, ElementType ofPoints, double depth) {
    SplittableRandom random = new SplittableRandom(2);
    int m = 700;
    int n = 400;
    for (Box box :
        new Box[] {
          Box.periodic(1, 2, depth), Box.open(new double[3], new double[] {1, 2, depth})
        }) {
      double[] points = random.doubles(3 * n, -3, 3).map(x -> (float) x).toArray();
      double[] queries = random.doubles(3 * m, -9, 9).map(x -> (float) x).toArray();
      int[] row = someRows(m, n, random);
      BruteForceNeighbours brute = new BruteForceNeighbours(points, box);
      double[] expected = new double[row.length];
      Arrays.setAll(
          expected,
          i -> row[i] == NONE ? Double.POSITIVE_INFINITY : brute.distance(queries, i / K, row[i]));
      try (Neighbours found =
              new Neighbours(m, K, memory().upload(row), upload(new double[0], ElementType.F32));
          Coordinates asked = new Coordinates(m, upload(queries, ofQueries));
          Coordinates there = new Coordinates(n, upload(points, ofPoints));
          DeviceArray measured = rows().distances(found, asked, there, box)) {
        assertArrayEquals(expected, memory().toDoubles(measured));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"I64, F32, F32", "I64, F64, F32", "I64, F64, F64", "I32, F64, F32", "I32, F64, F64"})
  void putsRowsWhereTheyBelong(ElementType ofNumber, ElementType from, ElementType to) {
    SplittableRandom random = new SplittableRandom(3);
    int m = 500;
    int size = 1100;
    long first = ofNumber == ElementType.I64 ? 1L << 33 : 7;
    long[] row = random.longs((long) m * K, -1, 1L << 40).toArray();
    double[] distance = random.doubles((long) m * K).toArray();
    long[] number = new long[m];
    Arrays.setAll(number, i -> first + (i * 7919L + 13) % size);
    long[] expected = new long[size * K];
    double[] expectedDistance = new double[size * K];
    for (int i = 0; i < m * K; i++) {
      int place = (int) (number[i / K] - first) * K + i % K;
      expected[place] = row[i];
      expectedDistance[place] =
          from == ElementType.F64 && to == ElementType.F64 ? distance[i] : (float) distance[i];
    }
    try (Neighbours found = new Neighbours(m, K, memory().upload(row), upload(distance, from));
        DeviceArray numbers =
            ofNumber == ElementType.I64
                ? memory().upload(number)
                : memory().upload(Arrays.stream(number).mapToInt(i -> (int) i).toArray());
        Neighbours all =
            new Neighbours(
                size, K, memory().upload(new long[size * K]), upload(new double[size * K], to))) {
      rows().put(found, numbers, all, first);
      assertArrayEquals(expected, memory().toLongs(all.row()));
      assertArrayEquals(expectedDistance, doubles(all.distance()));
    }
  }

  /** The nearest of two rows, with equal distances, none at all, and rows that stay. */
  @Test
  void mergesRows() {
    double none = Double.POSITIVE_INFINITY;
    long[] row = {1, 5, 9, NONE, NONE, 0, 1, 2, 3, 4, NONE, NONE, NONE, NONE, NONE};
    double[] distance = {1, 2, 2, none, none, 1, 1, 1, 1, 1, none, none, none, none, none};
    long[] other = {7, 7, 7, 7, 7, 4, 2, 6, 12, 13, NONE, NONE, NONE, NONE, NONE};
    double[] otherDistance = {0, 0, 0, 0, 0, 1, 2, 2, 3, 4, none, none, none, none, none};
    try (Neighbours found = new Neighbours(3, K, memory().upload(row), memory().upload(distance));
        Neighbours others =
            new Neighbours(3, K, memory().upload(other), memory().upload(otherDistance));
        DeviceArray which = memory().upload(new int[] {1, 0, 2})) {
      rows().merge(found, which, others, 1, 3);
      assertArrayEquals(
          new long[] {1, 4, 2, 5, 6, 0, 1, 2, 3, 4, NONE, NONE, NONE, NONE, NONE},
          memory().toLongs(found.row()));
      assertArrayEquals(
          new double[] {1, 1, 2, 2, 2, 1, 1, 1, 1, 1, none, none, none, none, none},
          memory().toDoubles(found.distance()));
    }
  }

  /** Points of an index leave a piece as the balls around them do. */
  @ParameterizedTest
  @CsvSource({"F32, F32, true", "F32, F64, false", "F64, F32, false", "F64, F64, true"})
  void pointsWithNeighboursBeyondTheirPiece(
      ElementType ofPoints, ElementType ofDistances, boolean periodic) {
    SplittableRandom random = new SplittableRandom(5);
    int n = 3000;
    int from = 100;
    Box box = periodic ? Box.periodic(1, 1, 2) : Box.open(new double[3], new double[] {1, 1, 2});
    FixedPoint map = FixedPoint.of(box);
    double[] xyz = random.doubles(3 * n).toArray();
    int[] found = new int[2];
    try (Coordinates points = new Coordinates(n, upload(xyz, ofPoints));
        NeighbourIndex index = backend.knn().index(points, box);
        DeviceArray places = memory().slice(index.order(), from, n - from);
        DeviceArray asked = backend.particles().gather(points.xyz(), 3, places);
        DeviceArray centre = backend.particles().quantise(map, asked);
        Neighbours own = rows().allocate(n - from, K, ofDistances)) {
      backend.knn().searchPoints(index, from, n, own);
      Splitters splitters = MortonKeys.splitters(MortonKeys.of(memory().toInts(centre)), 3);
      for (int p = 0; p <= 3; p++) {
        KeyRange piece = p < 3 ? splitters.exclusiveKeys(p) : new KeyRange(0, -1);
        try (DeviceArray radius = rows().farthest(own);
            DeviceArray balls =
                backend.particles().findLeaving(new Balls(map, n - from, centre, radius), piece);
            DeviceArray leaving = backend.knn().findLeaving(index, from, own, map, piece)) {
          assertArrayEquals(memory().toInts(balls), memory().toInts(leaving));
          found[0] += leaving.length() < n - from ? 1 : 0;
          found[1] += leaving.length() > 0 ? 1 : 0;
        }
      }
    }
    assertArrayEquals(new int[] {3, 4}, found);
  }
}
