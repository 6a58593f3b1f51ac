package org.jzfof.bench.sets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HillPointsTest {
  private static final int N = 200_000;

  /** Coordinates in the range of the paper, 0 to 1 before the tails. */
  private static double range(float x, double deviation) {
    return x / 7 * (1 + 10 * deviation) - 5 * deviation;
  }

  /** About the mean height of each tile, z has the standard deviation of a hundredth. */
  @Test
  void eachTileOfHillsHasOneHeight() {
    float[] xyz = PointSetTest.points(PointSet.HILLS, N);
    Map<Integer, double[]> tiles = new HashMap<>();
    for (int i = 0; i < xyz.length; i += 3) {
      int tile = (int) (40 * range(xyz[i], 0.01)) * 25 + (int) (25 * range(xyz[i + 1], 0.01));
      double z = range(xyz[i + 2], 0.01);
      double[] sums = tiles.computeIfAbsent(tile, t -> new double[3]);
      sums[0]++;
      sums[1] += z;
      sums[2] += z * z;
    }
    double variance = 0;
    double heights = 0;
    for (double[] sums : tiles.values()) {
      double mean = sums[1] / sums[0];
      variance += sums[2] - sums[0] * mean * mean;
      heights += Math.pow(mean - 0.5, 2) / tiles.size();
    }
    assertEquals(0.01, Math.sqrt(variance / (N - tiles.size())), 0.0002);
    assertEquals(1.0 / 12, heights, 0.01);
  }

  /**
   * The density at a point of hills, over the mean of the range, is 1 / (2 √π 0.01) = 28, and 1.0
   * for peaks, which are nearly even; cells are as thick as a deviation of the hills.
   */
  @Test
  void hillsAreSkewedAndPeaksAreNot() {
    assertEquals(27.5, contrast(PointSetTest.points(PointSet.HILLS, N), 0.01), 1.5);
    assertEquals(0.9, contrast(PointSetTest.points(PointSet.PEAKS, N), 0.05), 0.1);
  }

  /** Pairs in the same cell over those of points that are even in the range. */
  private static double contrast(float[] xyz, double deviation) {
    Map<Integer, Integer> cells = new HashMap<>();
    for (int i = 0; i < xyz.length; i += 3) {
      int x = (int) (80 * range(xyz[i], deviation));
      int y = (int) (50 * range(xyz[i + 1], deviation));
      int z = (int) Math.floor(100 * range(xyz[i + 2], deviation)) + 50;
      cells.merge((x * 50 + y) * 300 + z, 1, Integer::sum);
    }
    double pairs = cells.values().stream().mapToDouble(n -> n * (n - 1.0)).sum();
    return pairs * 80 * 50 * 100 / (N * (N - 1.0));
  }

  /** Peaks reach beyond the range of the heights, which is not wrapped. */
  @Test
  void tailsOfPeaksAreNotWrapped() {
    float[] xyz = PointSetTest.points(PointSet.PEAKS, N);
    int below = 0;
    int above = 0;
    for (int i = 0; i < xyz.length; i += 3) {
      double z = range(xyz[i + 2], 0.05);
      assertTrue(z > -0.25 && z < 1.25, "z " + z);
      assertTrue(range(xyz[i], 0.05) > -1e-6 && range(xyz[i], 0.05) < 1 + 1e-6, "x " + xyz[i]);
      below += z < 0 ? 1 : 0;
      above += z > 1 ? 1 : 0;
    }
    // Of even heights, 0.05 / √(2π) of the range lie beyond either side.
    assertEquals(0.05 / Math.sqrt(2 * Math.PI), (double) below / N, 0.006);
    assertEquals(0.05 / Math.sqrt(2 * Math.PI), (double) above / N, 0.006);
  }
}
