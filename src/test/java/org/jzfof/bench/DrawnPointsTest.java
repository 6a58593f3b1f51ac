package org.jzfof.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawnPointsTest {
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
    float[] xyz = DrawnPoints.mixture(N, SIDE, 5);
    assertEquals(1, unevenness(slices(xyz, 0, 100)), 0.5);
    assertEquals(1, unevenness(slices(xyz, 1, 100)), 0.5);
    assertTrue(unevenness(slices(xyz, 2, 100)) > 3);
    assertArrayEquals(xyz, DrawnPoints.mixture(N, SIDE, 5));
  }

  @Test
  void cloudFallsByTheSquareOutsideOfItsCore() {
    float[] xyz = DrawnPoints.cloud(N, SIDE, 5);
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
    float[] xyz = DrawnPoints.cloud(N, SIDE, 5);
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
