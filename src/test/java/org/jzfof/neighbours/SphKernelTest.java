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
}
