package org.jzfof.spheres.properties;

import java.util.function.DoubleUnaryOperator;

/**
 * Concentrations of haloes with the profile of Navarro, Frenk and White (1997), from numbers that
 * describe the distribution of the mass inside a radius R. Logarithms are those of {@link
 * StrictMath}, which has the same bits on any machine.
 */
public final class NfwProfile {
  /** Radius of the largest circular velocity over the scale radius. */
  private static final double PEAK = 2.1625815870646;

  private static final double MIN_CONCENTRATION = 1e-3;
  private static final double MAX_CONCENTRATION = 1e5;

  /** Halvings of the logarithm of the range; enough for more than single precision. */
  private static final int STEPS = 48;

  private NfwProfile() {}

  /** Returns the mass inside a radius in units of the scale radius, but for a constant factor. */
  static double mass(double x) {
    return mass(x, StrictMath.log1p(x));
  }

  /**
   * @param log log(1 + x)
   */
  private static double mass(double x, double log) {
    return log - x / (1 + x);
  }

  /**
   * Returns the concentration for a mean distance from the centre in units of R (Wang et al. 2024).
   *
   * @return NaN if no concentration between 0.001 and 100 000 has this mean
   */
  public static double byMeanRadius(double mean) {
    return solve(NfwProfile::minusMeanRadius, -mean, MIN_CONCENTRATION, MAX_CONCENTRATION);
  }

  private static double minusMeanRadius(double c) {
    double log = StrictMath.log1p(c);
    return -(c - 2 * log + c / (1 + c)) / (c * mass(c, log));
  }

  /**
   * Returns the concentration for a largest circular velocity in units of that at R (Prada et al.
   * 2012, eq. 8).
   *
   * @return NaN if no concentration from 2.16 to 100 000 has this ratio, with the largest velocity
   *     inside R
   */
  public static double byVmax(double ratio) {
    double massOfPeak = mass(PEAK);
    return solve(c -> Math.sqrt(c / PEAK * massOfPeak / mass(c)), ratio, PEAK, MAX_CONCENTRATION);
  }

  /** Bisects an increasing function. */
  private static double solve(
      DoubleUnaryOperator function, double value, double lower, double upper) {
    if (!(value >= function.applyAsDouble(lower) && value <= function.applyAsDouble(upper))) {
      return Double.NaN;
    }
    double low = lower;
    double high = upper;
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
