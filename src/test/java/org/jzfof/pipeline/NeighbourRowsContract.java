package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.Neighbours;
import org.jzfof.knn.RowKernels;

/** What is done with rows of neighbours, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NeighbourRowsContract {
  private static final int K = 5;
  private static final int NONE = Neighbours.NONE;

  private Backend backend;

  /** A new backend. */
  abstract Backend open();

  @BeforeAll
  void openBackend() {
    backend = open();
  }

  @AfterAll
  void closeBackend() {
    if (backend != null) {
      assertEquals(0, backend.memory().used(), "device arrays left open");
      backend.close();
    }
  }

  private DeviceMemory memory() {
    return backend.memory();
  }

  private RowKernels rows() {
    return backend.knn().rows();
  }

  private DeviceArray upload(double[] values, ElementType type) {
    if (type == ElementType.F64) {
      return memory().upload(values);
    }
    float[] rounded = new float[values.length];
    IntStream.range(0, values.length).forEach(i -> rounded[i] = (float) values[i]);
    return memory().upload(rounded);
  }

  private double[] doubles(DeviceArray array) {
    if (array.type() == ElementType.F64) {
      return memory().toDoubles(array);
    }
    float[] values = memory().toFloats(array);
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
  }

  /** Row numbers of which the last ones of some rows are none. */
  private static int[] someRows(int queries, int points, SplittableRandom random) {
    int[] row = random.ints((long) queries * K, 0, points).toArray();
    for (int q = 0; q < queries; q += 3) {
      Arrays.fill(row, q * K + q % K, (q + 1) * K, NONE);
    }
    return row;
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void renumbersIntoPartOfAll(ElementType type) {
    SplittableRandom random = new SplittableRandom(1);
    int m = 1000;
    int at = 77;
    int[] row = someRows(m, 300, random);
    double[] distance = random.doubles(row.length).map(x -> (float) x).toArray();
    long[] numbers = random.longs(300, 0, 1L << 50).toArray();
    long[] expected = new long[(m + 100) * K];
    double[] expectedDistance = new double[expected.length];
    for (int i = 0; i < row.length; i++) {
      expected[at * K + i] = row[i] == NONE ? NONE : numbers[row[i]];
      expectedDistance[at * K + i] = distance[i];
    }
    try (Neighbours found = new Neighbours(m, K, memory().upload(row), upload(distance, type));
        DeviceArray number = memory().upload(numbers);
        Neighbours all =
            new Neighbours(
                m + 100,
                K,
                memory().upload(new long[expected.length]),
                upload(new double[expected.length], type))) {
      rows().renumber(found, number, all, at);
      assertArrayEquals(expected, memory().toLongs(all.row()));
      assertArrayEquals(expectedDistance, doubles(all.distance()));
    }
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
  @CsvSource({"F32, F32", "F64, F32", "F64, F64"})
  void putsRowsWhereTheyBelong(ElementType from, ElementType to) {
    SplittableRandom random = new SplittableRandom(3);
    int m = 500;
    int size = 1100;
    long first = 1L << 33;
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
        DeviceArray numbers = memory().upload(number);
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
}
