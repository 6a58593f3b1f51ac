package org.jzfof.bench.sets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NormalPointsTest {
  private static final int N = 200_000;

  /** Tolerances are five standard errors. */
  @Test
  void momentsAreThoseOfANormalDistribution() {
    float[] xyz = PointSetTest.points(PointSet.NORMAL, N);
    double deviation = 7 * 0.05;
    for (int d = 0; d < 3; d++) {
      double[] moment = new double[5];
      double across = 0;
      for (int i = 0; i < xyz.length; i += 3) {
        double x = (xyz[i + d] - 3.5) / deviation;
        double next = (xyz[i + (d + 1) % 3] - 3.5) / deviation;
        across += x * next / N;
        for (int p = 1; p <= 4; p++) {
          moment[p] += Math.pow(x, p) / N;
        }
      }
      assertEquals(0, moment[1], 5 / Math.sqrt(N));
      assertEquals(1, moment[2], 5 * Math.sqrt(2.0 / N));
      assertEquals(0, moment[3], 5 * Math.sqrt(15.0 / N));
      assertEquals(3, moment[4], 5 * Math.sqrt(96.0 / N));
      assertEquals(0, across, 5 / Math.sqrt(N));
    }
  }
}
