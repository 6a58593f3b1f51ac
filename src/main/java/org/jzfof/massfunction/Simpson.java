package org.jzfof.massfunction;

import java.util.function.DoubleUnaryOperator;

/** Integrals of smooth functions by Simpson's rule. */
final class Simpson {
  private Simpson() {}

  /**
   * Integrates a function.
   *
   * @param steps number of steps of equal width, even
   */
  static double integral(DoubleUnaryOperator f, double from, double to, int steps) {
    double width = (to - from) / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      sum += weight(i, steps) * f.applyAsDouble(from + i * width);
    }
    return sum * width / 3;
  }

  /** Three times the weight of a point of the rule, in units of the step width. */
  static double weight(int point, int steps) {
    return point == 0 || point == steps ? 1 : point % 2 == 1 ? 4 : 2;
  }
}
