package org.jzfof.massfunction;

import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * The variance of the linear density contrast in spheres that hold a mass on average, of the power
 * spectrum k^n_s T²(k).
 */
final class MassVariance {
  /** Wave numbers of the integral in h/Mpc: steps of a two-hundredth of ln k. */
  private static final double LEAST_K = 1e-6;

  private static final double MOST_K = 1e7;
  private static final int STEPS = 2 * (int) Math.ceil(100 * Math.log(MOST_K / LEAST_K));
  private static final double STEP = Math.log(MOST_K / LEAST_K) / STEPS;

  /** Where the square of the window, below 9 / x⁴, no longer counts. */
  private static final double END_OF_WINDOW = 1000;

  private static final double NORMALISED_AT = 8;

  /** Solar masses and Mpc over h. */
  private static final Units MSUN_MPC =
      new Units(Units.MPC.lengthCm(), UnitLabels.SOLAR_MASS_G, 1e5, true);

  private final double meanDensity;
  private final double[] k = new double[STEPS + 1];

  /** k³ P(k) / 2π² at z = 0 times the weight of Simpson's rule. */
  private final double[] power = new double[STEPS + 1];

  /**
   * The variance at a mass.
   *
   * @param sigma its root at z = 0
   * @param slope d ln σ⁻¹ / d ln M, above 0
   */
  record At(double sigma, double slope) {}

  /** Integrates over the power spectrum, normalised to sigma8. */
  MassVariance(LinearCosmology cosmology) {
    meanDensity =
        cosmology.background().omegaMatter() * cosmology.background().criticalDensity(MSUN_MPC);
    TransferFunction transfer = new TransferFunction(cosmology.background());
    for (int i = 0; i <= STEPS; i++) {
      k[i] = LEAST_K * Math.exp(i * STEP);
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
   * In spheres of a mean mass.
   *
   * @param mass in Msun/h
   */
  At atMass(double mass) {
    return withinRadius(Math.cbrt(mass / (4 * Math.PI / 3 * meanDensity)));
  }

  /**
   * In spheres of a comoving radius.
   *
   * @param radius in Mpc/h
   */
  At withinRadius(double radius) {
    double variance = 0;
    double derivative = 0; // of the variance by ln R
    for (int i = 0; i <= STEPS && k[i] * radius < END_OF_WINDOW; i++) {
      double x = k[i] * radius;
      double window = window(x);
      variance += power[i] * window * window;
      derivative += power[i] * 2 * window * windowSlope(x);
    }
    return new At(Math.sqrt(variance), -derivative / (6 * variance));
  }

  /** Fourier transform of a sphere, 3 (sin x - x cos x) / x³. */
  private static double window(double x) {
    return x < 0.01 ? 1 - x * x / 10 : 3 * (Math.sin(x) - x * Math.cos(x)) / (x * x * x);
  }

  /** Its derivative by ln x. */
  private static double windowSlope(double x) {
    return x < 0.01
        ? -x * x / 5
        : 3 * ((x * x - 3) * Math.sin(x) + 3 * x * Math.cos(x)) / (x * x * x);
  }
}
