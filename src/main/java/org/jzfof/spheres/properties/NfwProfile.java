package org.jzfof.spheres.properties;

import java.util.stream.IntStream;

/**
 * Concentrations of haloes with the profile of Navarro, Frenk and White (1997), from numbers that
 * describe the distribution of the mass inside a radius R. The logarithm is a series, as that of a
 * device may have other last bits; kernels of GPUs repeat all operations (nfw.cuh).
 */
public enum NfwProfile {
  /** By the mean distance from the centre in units of R (Wang et al. 2024). */
  MEAN_RADIUS,
  /**
   * By the largest circular velocity in units of that at R (Prada et al. 2012, eq. 8), inside R.
   */
  VMAX;

  /** Radius of the largest circular velocity over the scale radius. */
  private static final double PEAK = 2.1625815870646;

  private static final double MIN_CONCENTRATION = 1e-3;
  private static final double MAX_CONCENTRATION = 1e5;

  /** Halvings of the logarithm of the range; enough for more than single precision. */
  private static final int STEPS = 44;

  /** Upper end of 1 + x without a reduction: sqrt(2). */
  private static final double SQRT2 = 1.4142135623730951;

  /** First bits of ln 2, whose product with a small integer is exact, and the others. */
  private static final double LN2_HIGH = 0x1.62e42fee00000p-1;

  private static final double LN2_LOW = 0x1.a39ef35793c76p-33;

  /** Number of terms of the series of the logarithm after the first. */
  private static final int TERMS = 11;

  private static final double[] RECIPROCAL_OF_ODD =
      IntStream.rangeClosed(0, TERMS).mapToDouble(i -> 1.0 / (2 * i + 1)).toArray();

  private static final int MANTISSA_BITS = 52;
  private static final long MANTISSA = (1L << MANTISSA_BITS) - 1;
  private static final long BITS_OF_ONE = 0x3ff0000000000000L;

  private static final double MASS_OF_PEAK = mass(PEAK, log1p(PEAK));

  /**
   * Returns a concentration.
   *
   * @return NaN if no concentration from 0.001 or, by circular velocities, from 2.16 to 100 000 has
   *     this number
   */
  public double concentration(double number) {
    double value = this == VMAX ? number : -number;
    double low = this == VMAX ? PEAK : MIN_CONCENTRATION;
    double high = MAX_CONCENTRATION;
    if (!(value >= increasing(low) && value <= increasing(high))) {
      return Double.NaN;
    }
    for (int step = 0; step < STEPS; step++) {
      double middle = Math.sqrt(low * high);
      if (increasing(middle) < value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.sqrt(low * high);
  }

  /** Returns a number that increases with the concentration. */
  private double increasing(double c) {
    double log = log1p(c);
    double mass = mass(c, log);
    return this == VMAX
        ? Math.sqrt(c / PEAK * MASS_OF_PEAK / mass)
        : -(c - 2 * log + c / (1 + c)) / (c * mass);
  }

  /**
   * Returns the mass inside a radius in units of the scale radius, but for a constant factor.
   *
   * @param log log(1 + x)
   */
  private static double mass(double x, double log) {
    return log - x / (1 + x);
  }

  /**
   * Returns log(1 + x), x at least 0, within about one unit of the last digit: the series of 2
   * artanh(s), s = (m - 1) / (m + 1), for the mantissa m of 1 + x between sqrt(1/2) and sqrt(2).
   */
  static double log1p(double x) {
    double s = x / (2 + x);
    int exponent = 0;
    double rest = 0;
    double sum = 1 + x;
    if (sum > SQRT2) {
      long bits = Double.doubleToRawLongBits(sum);
      exponent = (int) (bits - BITS_OF_ONE >> MANTISSA_BITS);
      double m = Double.longBitsToDouble(bits & MANTISSA | BITS_OF_ONE);
      if (m > SQRT2) {
        m *= 0.5;
        exponent++;
      }
      s = (m - 1) / (m + 1);
      rest = (x - (sum - 1)) / sum; // what 1 + x has lost
    }
    double square = s * s;
    double series = 0;
    for (int i = TERMS; i > 0; i--) {
      series = square * (RECIPROCAL_OF_ODD[i] + series);
    }
    return exponent * LN2_HIGH + (2 * s + (2 * s * series + (exponent * LN2_LOW + rest)));
  }
}
