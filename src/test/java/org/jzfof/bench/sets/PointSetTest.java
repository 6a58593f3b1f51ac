package org.jzfof.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.neighbours.Coordinates;

class SyntheticPointsTest {
  private static final int N = 200_000;
  private static final double SIDE = 7;

  /** Points in each of some slices of the box. */
  private static int[] slices(float[] xyz, int d, int number) {
    int[] count = new int[number];
    for (int i = 0; i < xyz.length / 3; i++) {
      count[(int) (xyz[3 * i + d] / SIDE * number)]++;
    }
    return count;
  }

  /** Chi-square over its degrees of freedom for equal slices. */
  private static double unevenness(int[] slices) {
    double mean = IntStream.of(slices).average().orElseThrow();
    return IntStream.of(slices).mapToDouble(n -> (n - mean) * (n - mean) / mean).sum()
        / (slices.length - 1);
  }

  @Test
  void mixtureIsEvenAcrossAndHillyAlongZ() {
    float[] xyz = SyntheticPoints.mixture(N, SIDE, 5);
    assertEquals(1, unevenness(slices(xyz, 0, 100)), 0.5);
    assertEquals(1, unevenness(slices(xyz, 1, 100)), 0.5);
    assertTrue(unevenness(slices(xyz, 2, 100)) > 3);
    assertArrayEquals(xyz, SyntheticPoints.mixture(N, SIDE, 5));
    assertFalse(Arrays.equals(xyz, SyntheticPoints.mixture(N, SIDE, 6)));
  }

  /**
   * The mean density at a point over that of the box is 1/(2 √π 0.05) = 5.6 in the layers of a
   * mixture, and 1 where points are even. Cells are as wide as half of a tile, and half as thick as
   * a layer.
   */
  @Test
  void mixtureHasTheContrastOfASurface() {
    assertEquals(5.64, contrast(SyntheticPoints.mixture(N, SIDE, 5), 80, 50, 40), 0.3);
    float[] even = new float[3 * N];
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < even.length; i++) {
      even[i] = (float) (SIDE * 0.999999 * random.nextDouble());
    }
    assertEquals(1, contrast(even, 80, 50, 40), 0.1);
  }

  /** Of a mixture, half of the cells hold nearly nothing, and one in a hundred many. */
  @Test
  void mixtureLeavesMostOfTheBoxNearlyEmpty() {
    int[] count = cells(SyntheticPoints.mixture(N, SIDE, 5), 40, 25, 20);
    Arrays.sort(count);
    double mean = (double) N / count.length;
    assertTrue(count[count.length / 2] < 0.05 * mean, count[count.length / 2] + " in the middle");
    assertTrue(count[count.length * 99 / 100] > 5 * mean, "of " + mean + " in the fullest");
  }

  /** Pairs of points in the same cell over those of evenly spread points. */
  private static double contrast(float[] xyz, int... number) {
    int[] count = cells(xyz, number);
    double pairs = IntStream.of(count).mapToDouble(n -> n * (n - 1.0)).sum();
    double n = xyz.length / 3;
    return pairs * count.length / (n * (n - 1));
  }

  private static int[] cells(float[] xyz, int... number) {
    int[] count = new int[number[0] * number[1] * number[2]];
    for (int i = 0; i < xyz.length; i += 3) {
      int cell = 0;
      for (int d = 0; d < 3; d++) {
        cell = cell * number[d] + (int) (xyz[i + d] / SIDE * number[d]);
      }
      count[cell]++;
    }
    return count;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void anyNumberOfRanksHasTheSameMixture(int ranks) {
    List<float[]> parts =
        ThreadRanks.run(
            ranks,
            comm -> {
              ArraySource source = ArraySource.mixture(1001, SIDE, 5);
              try (CpuBackend backend = new CpuBackend();
                  Coordinates own = source.loadCoordinates(backend, comm)) {
                return backend.memory().toFloats(own.xyz());
              }
            });
    float[] all = new float[3 * 1001];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    assertEquals(all.length, at);
    assertArrayEquals(SyntheticPoints.mixture(1001, SIDE, 5), all);
  }

  @Test
  void cloudFallsByTheSquareOutsideOfItsCore() {
    float[] xyz = SyntheticPoints.cloud(N, SIDE, 5);
    double core = 0.5 * SIDE / Math.sqrt(1e5);
    assertTrue(within(xyz, 0.5 * SIDE * 1.000001) == N);
    double middle = within(xyz, 0.5 * core) / Math.pow(0.5 * core, 3);
    double shell = within(xyz, 0.5 * SIDE) - within(xyz, 0.45 * SIDE);
    double edge = shell / (Math.pow(0.5 * SIDE, 3) - Math.pow(0.45 * SIDE, 3));
    // Means over the inner half of the core (0.86 of its density) and the outer tenth of the cloud.
    assertEquals(0.87e5 * 0.9, middle / edge, 0.2e5);
  }

  @Test
  void cloudIsEvenInAllDirections() {
    float[] xyz = SyntheticPoints.cloud(N, SIDE, 5);
    for (int d = 0; d < 3; d++) {
      int[] halves = slices(xyz, d, 2);
      assertEquals(0.5, (double) halves[0] / N, 0.001);
    }
  }

  private static long within(float[] xyz, double radius) {
    return IntStream.range(0, xyz.length / 3)
        .filter(
            i -> {
              double square = 0;
              for (int d = 0; d < 3; d++) {
                double x = xyz[3 * i + d] - 0.5 * SIDE;
                square += x * x;
              }
              return square < radius * radius;
            })
        .count();
  }
}
