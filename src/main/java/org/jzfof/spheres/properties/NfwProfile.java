package org.jzfof.spheres.properties;

import java.util.function.DoubleUnaryOperator;

/**
 * Concentrations of haloes with the profile of Navarro, Frenk and White (1997), of numbers that say
 * how the mass inside a radius R is spread.
 */
final class NfwProfile {
  /** Radius of the largest circular velocity over the scale radius. */
  private static final double PEAK = 2.1625815870646;

  private static final double LEAST = 1e-3;
  private static final double MOST = 1e5;

  /** Halvings of the logarithm of the range; more than single precision can tell. */
  private static final int STEPS = 48;

  private NfwProfile() {}

  /** Mass inside a radius in units of the scale radius, but for a factor. */
  static double mass(double x) {
    return Math.log1p(x) - x / (1 + x);
  }

  /**
   * Concentration by the mean distance from the centre (Wang et al. 2024), of 1 for that of R.
   *
   * @return NaN for means that no concentration between 0.001 and 100 000 has
   */
  static double byMeanRadius(double mean) {
    return solve(c -> -(c - 2 * Math.log1p(c) + c / (1 + c)) / (c * mass(c)), -mean, LEAST, MOST);
  }

  /**
   * Concentration by the largest circular velocity, of 1 for that at R (Prada et al. 2012, eq. 8).
   *
   * @return NaN for ratios that no concentration from 2.16 to 100 000 has, where the largest is
   *     inside R
   */
  static double byVmax(double ratio) {
    return solve(c -> Math.sqrt(c / PEAK * mass(PEAK) / mass(c)), ratio, PEAK, MOST);
  }

  /** Bisects an increasing function. */
  private static double solve(
      DoubleUnaryOperator function, double value, double least, double most) {
    if (!(value >= function.applyAsDouble(least) && value <= function.applyAsDouble(most))) {
      return Double.NaN;
    }
    double low = least;
    double high = most;
    for (int step = 0; step < STEPS; step++) {
      double middle = Math.sqrt(low * high);
      if (function.applyAsDouble(middle) < value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.sqrt(low * high);
  }
}
