package org.jzfof.massfunction;

import org.jzfof.config.Overdensity;

/**
 * Comoving number density of haloes as a function of mass, for a model at one time. Masses are in
 * Msun/h, densities per (Mpc/h)³.
 */
public final class HaloMassFunction {
  /** Maximum width of a step of an integral in ln M. */
  private static final double STEP = 0.1;

  /** Relative size below which the rest of an integral is negligible. */
  private static final double NEGLIGIBLE = 1e-8;

  private final MassVariance variance;
  private final Multiplicity multiplicity;
  private final double growth;

  private HaloMassFunction(MassVariance variance, Multiplicity multiplicity, double growth) {
    this.variance = variance;
    this.multiplicity = multiplicity;
    this.growth = growth;
  }

  /**
   * Returns the mass function of spheres of a mean density.
   *
   * @throws org.jzfof.error.UsageException if the model does not cover this density
   */
  public static HaloMassFunction of(
      MassFunctionModel model, Overdensity limit, LinearCosmology cosmology, double redshift) {
    return new HaloMassFunction(
        new MassVariance(cosmology),
        model.multiplicity(limit, cosmology, redshift),
        cosmology.growth(redshift));
  }

  /** dn/dlog10 M. */
  public double differential(double mass) {
    return Math.log(10) * perLogarithm(mass);
  }

  /** dn/dlnM. */
  private double perLogarithm(double mass) {
    MassVariance.Value at = variance.atMass(mass);
    return multiplicity.at(growth * at.sigma()) * variance.meanDensity() / mass * at.slope();
  }

  /**
   * n(≥ M).
   *
   * @param mass increasing [n]
   * @return density of haloes of at least each mass [n]
   */
  public double[] cumulative(double... mass) {
    double[] above = new double[mass.length];
    double sum = beyond(mass[mass.length - 1]);
    for (int i = mass.length - 1; i >= 0; i--) {
      sum += i == mass.length - 1 ? 0 : between(mass[i], mass[i + 1]);
      above[i] = sum;
    }
    return above;
  }

  private double between(double low, double high) {
    double width = Math.log(high / low);
    int steps = 2 * (int) Math.ceil(width / STEP / 2);
    return Simpson.integral(
        logMass -> perLogarithm(Math.exp(logMass)), Math.log(low), Math.log(high), steps);
  }

  private double beyond(double mass) {
    double sum = 0;
    double part;
    double low = mass;
    do {
      part = between(low, 2 * low);
      sum += part;
      low *= 2;
    } while (part > NEGLIGIBLE * sum);
    return sum;
  }
}
