package org.jzfof.massfunction;

import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * The variance of the linear density contrast in spheres of a given mean mass, for the power
 * spectrum k^n_s T²(k).
 */
final class MassVariance {
  /** Range of wave numbers of the integral in h/Mpc; a step is a two-hundredth of ln k. */
  private static final double MIN_K = 1e-6;

  private static final double MAX_K = 1e7;
  private static final int STEPS = 2 * (int) Math.ceil(100 * Math.log(MAX_K / MIN_K));
  private static final double STEP = Math.log(MAX_K / MIN_K) / STEPS;

  /** Argument of the window beyond which its square, below 9 / x⁴, is negligible. */
  private static final double END_OF_WINDOW = 1000;

  private static final double NORMALISED_AT = 8;

  /** Units of Msun/h and Mpc/h. */
  private static final Units MSUN_MPC =
      new Units(Units.MPC.lengthCm(), UnitLabels.SOLAR_MASS_G, 1e5, true);

  private final double meanDensity;
  private final double[] k = new double[STEPS + 1];

  /** k³ P(k) / 2π² at z = 0 times the weight of Simpson's rule. */
  private final double[] power = new double[STEPS + 1];

  /**
   * The variance at one mass.
   *
   * @param sigma square root of the variance at z = 0
   * @param slope d ln σ⁻¹ / d ln M, above 0
   */
  record Value(double sigma, double slope) {}

  /** Computes the integrand from the power spectrum, normalised to sigma8. */
  MassVariance(LinearCosmology cosmology) {
    meanDensity =
        cosmology.background().omegaMatter() * cosmology.background().criticalDensity(MSUN_MPC);
    TransferFunction transfer = new TransferFunction(cosmology.background());
    for (int i = 0; i <= STEPS; i++) {
      k[i] = MIN_K * Math.exp(i * STEP);
      double t = transfer.at(k[i]);
      power[i] =
          Simpson.weight(i, STEPS)
              * STEP
              / 3
              * Math.pow(k[i], 3 + cosmology.spectralIndex())
              * t
              * t;
    }
    double norm = Math.pow(cosmology.sigma8() / withinRadius(NORMALISED_AT).sigma, 2);
    for (int i = 0; i <= STEPS; i++) {
      power[i] *= norm;
    }
  }

  /** Comoving mean density of matter in Msun/h / (Mpc/h)³. */
  double meanDensity() {
    return meanDensity;
  }

  /**
   * Returns the variance in spheres of a mean mass.
   *
   * @param mass in Msun/h
   */
  Value atMass(double mass) {
    return withinRadius(Math.cbrt(mass / (4 * Math.PI / 3 * meanDensity)));
  }

  /**
   * Returns the variance in spheres of a comoving radius.
   *
   * @param radius in Mpc/h
   */
  Value withinRadius(double radius) {
    double variance = 0;
    double derivative = 0; // d variance / d ln R
    for (int i = 0; i <= STEPS && k[i] * radius < END_OF_WINDOW; i++) {
      double x = k[i] * radius;
      double window = window(x);
      variance += power[i] * window * window;
      derivative += power[i] * 2 * window * windowSlope(x);
    }
    return new Value(Math.sqrt(variance), -derivative / (6 * variance));
  }

  /** Fourier transform of a sphere, 3 (sin x - x cos x) / x³. */
  private static double window(double x) {
    return x < 0.01 ? 1 - x * x / 10 : 3 * (Math.sin(x) - x * Math.cos(x)) / (x * x * x);
  }

  /** Derivative of {@link #window} by ln x. */
  private static double windowSlope(double x) {
    return x < 0.01
        ? -x * x / 5
        : 3 * ((x * x - 3) * Math.sin(x) + 3 * x * Math.cos(x)) / (x * x * x);
  }
}
