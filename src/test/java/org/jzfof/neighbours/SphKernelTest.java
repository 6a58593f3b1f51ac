package org.jzfof.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SphKernelTest {
  /** The integral of W over its support is 1. */
  @ParameterizedTest
  @EnumSource(SphKernel.class)
  void isNormalised(SphKernel kernel) {
    double h = 1.7;
    int steps = 100_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double u = (i + 0.5) / steps;
      sum += 4 * Math.PI * u * u * h * h * kernel.factor(h) * kernel.shape(u) * h / steps;
    }
    assertEquals(1, sum, 1e-9);
    assertEquals(0, kernel.shape(1));
  }

  /** A point at the centre counts for the ball's measure over the integral of the shape over it. */
  @ParameterizedTest
  @EnumSource(SphKernel.class)
  void pointsAtTheCentreCountForAWholeBall(SphKernel kernel) {
    int steps = 100_000;
    for (int d = 1; d <= 3; d++) {
      double sum = 0;
      for (int i = 0; i < steps; i++) {
        double u = (i + 0.5) / steps;
        sum += d * Math.pow(u, d - 1) * kernel.shape(u) / steps;
      }
      assertEquals(1 / sum, kernel.central(d), 1e-6);
    }
    assertEquals(4 * Math.PI / 3 * kernel.norm(), kernel.central(3), 1e-12);
  }

  @ParameterizedTest
  @EnumSource(SphKernel.class)
  void slopeIsTheDerivative(SphKernel kernel) {
    double step = 1e-6;
    for (double u = 0.013; u < 1; u += 0.031) {
      double change = kernel.shape(u * (1 - step)) - kernel.shape(u * (1 + step));
      assertEquals(change / (2 * step), kernel.slope(u), 1e-8);
    }
    assertEquals(0, kernel.slope(0));
    assertEquals(0, kernel.slope(1));
  }
}
