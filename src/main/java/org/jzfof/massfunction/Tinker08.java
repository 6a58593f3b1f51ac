package org.jzfof.massfunction;

import java.util.Arrays;

/**
 * The mass function of spheres of Tinker et al. (2008, ApJ 688, 709): f(σ) = A [(σ/b)^-a + 1]
 * exp(-c/σ²), eq. 3.
 *
 * @param amplitude A
 * @param a slope on small scales
 * @param b scale of σ at which the slope changes
 * @param c strength of the exponential cut-off
 */
record Tinker08(double amplitude, double a, double b, double c) implements Multiplicity {
  /** Minimum density of table 2, in mean densities of matter. */
  static final double MIN_DENSITY = 200;

  /** Maximum density of table 2, in mean densities of matter. */
  static final double MAX_DENSITY = 3200;

  /** Largest redshift of the simulations of the fit. */
  static final double LAST_REDSHIFT = 2.5;

  private static final double[] LOG_DENSITY =
      Arrays.stream(new double[] {MIN_DENSITY, 300, 400, 600, 800, 1200, 1600, 2400, MAX_DENSITY})
          .map(Math::log10)
          .toArray();

  // Values of table 2; the second derivatives by log10 of the density are those of appendix B.

  private static final Spline AMPLITUDE =
      new Spline(
          LOG_DENSITY,
          new double[] {0.186, 0.200, 0.212, 0.218, 0.248, 0.255, 0.260, 0.260, 0.260},
          new double[] {0.00, 0.50, -1.56, 3.05, -2.95, 1.07, -0.71, 0.21, 0.00});

  private static final Spline SMALL_A =
      new Spline(
          LOG_DENSITY,
          new double[] {1.47, 1.52, 1.56, 1.61, 1.87, 2.13, 2.30, 2.53, 2.66},
          new double[] {0.00, 1.19, -6.34, 21.36, -10.95, 2.59, -0.85, -2.07, 0.00});

  private static final Spline SMALL_B =
      new Spline(
          LOG_DENSITY,
          new double[] {2.57, 2.25, 2.05, 1.87, 1.59, 1.51, 1.46, 1.44, 1.41},
          new double[] {0.00, -1.08, 12.61, -20.96, 24.08, -6.64, 3.84, -2.09, 0.00});

  private static final Spline SMALL_C =
      new Spline(
          LOG_DENSITY,
          new double[] {1.19, 1.27, 1.34, 1.45, 1.58, 1.80, 1.97, 2.24, 2.44},
          new double[] {0.00, 0.94, -0.43, 4.61, 0.01, 1.21, 1.43, 0.33, 0.00});

  /**
   * Returns the parameters for a density and a redshift, with the evolution of eq. 5 to 8.
   *
   * @param density density of the spheres in mean densities of matter, {@value #MIN_DENSITY} to
   *     {@value #MAX_DENSITY}
   */
  static Tinker08 of(double density, double redshift) {
    double log = Math.log10(density);
    double alpha = Math.pow(10, -Math.pow(0.75 / Math.log10(density / 75), 1.2));
    double z1 = 1 + redshift;
    return new Tinker08(
        AMPLITUDE.at(log) * Math.pow(z1, -0.14),
        SMALL_A.at(log) * Math.pow(z1, -0.06),
        SMALL_B.at(log) * Math.pow(z1, -alpha),
        SMALL_C.at(log));
  }

  @Override
  public double at(double sigma) {
    return amplitude * (Math.pow(sigma / b, -a) + 1) * Math.exp(-c / (sigma * sigma));
  }
}
