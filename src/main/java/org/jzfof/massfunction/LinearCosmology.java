package org.jzfof.massfunction;

import org.jzfof.error.UsageException;
import org.jzfof.snapshot.header.Cosmology;

/**
 * Parameters of linear theory: matter, baryons, a cosmological constant and curvature, without
 * radiation and massive neutrinos, and the initial fluctuations.
 *
 * @param background densities and h, all stated
 * @param sigma8 root mean square of the linear density contrast in spheres of 8 Mpc/h at z = 0
 * @param spectralIndex n_s, of the primordial power spectrum k^n_s
 */
public record LinearCosmology(Cosmology background, double sigma8, double spectralIndex) {
  private static final double MAX_SIGMA8 = 10;
  private static final double MAX_INDEX = 2;
  private static final double MAX_HUBBLE = 10;

  /** Number of times between the big bang and today at which the universe has to expand. */
  private static final int TIMES = 1000;

  /**
   * @throws UsageException if a parameter is out of range; the message names it
   */
  public LinearCosmology {
    double matter = background.omegaMatter();
    double baryons = background.omegaBaryon();
    require(sigma8 > 0 && sigma8 <= MAX_SIGMA8, "sigma8", sigma8, "a number such as 0.81");
    require(
        spectralIndex > 0 && spectralIndex <= MAX_INDEX,
        "the spectral index",
        spectralIndex,
        "a number such as 0.965");
    require(matter > 0 && Double.isFinite(matter), "Omega0", matter, "a matter density above 0");
    require(
        baryons > 0 && baryons < matter,
        "the baryon density",
        baryons,
        "a number above 0 and below Omega0 = " + matter);
    double h = background.hubble();
    require(h > 0 && h <= MAX_HUBBLE, "h", h, "H0 in 100 km/s/Mpc");
    double lambda = background.omegaLambda();
    for (int i = 1; i <= TIMES; i++) {
      double rate = expansion(background, (double) i / TIMES);
      require(rate > 0, "OmegaLambda", lambda, "one with which the universe has a beginning");
    }
  }

  private static void require(boolean good, String name, double value, String range) {
    if (!good) {
      throw new UsageException(
          "%s is %s, with which there is no model of the mass function: give %s"
              .formatted(name, value, range));
    }
  }

  /** (H / H0)² a³, which is finite at the beginning. */
  private static double expansion(Cosmology c, double a) {
    double curvature = 1 - c.omegaMatter() - c.omegaLambda();
    return c.omegaMatter() + curvature * a + c.omegaLambda() * a * a * a;
  }

  /**
   * The growth factor of linear fluctuations, 1 today: D ∝ H(a) ∫ da' / (a' H(a'))³ from 0 to a
   * (Heath 1977, MNRAS 179, 351; Carroll, Press and Turner 1992, ARA&amp;A 30, 499, eq. 28).
   */
  public double growth(double redshift) {
    return unscaledGrowth(1 / (1 + redshift)) / unscaledGrowth(1);
  }

  /** The substitution of the square root of a makes the integrand smooth. */
  private double unscaledGrowth(double scaleFactor) {
    double integral =
        Simpson.integral(
            root -> 2 * Math.pow(root, 4) / Math.pow(expansion(background, root * root), 1.5),
            0,
            Math.sqrt(scaleFactor),
            2000);
    return Math.sqrt(expansion(background, scaleFactor) / Math.pow(scaleFactor, 3)) * integral;
  }

  /** Density of matter over the critical density. */
  public double omegaMatterAt(double redshift) {
    return background.omegaMatterAt(1 / (1 + redshift));
  }

  /**
   * Linear density contrast at which a sphere collapses: the value of the Einstein-de Sitter
   * universe with its weak dependence on Ω (Kitayama and Suto 1996, ApJ 469, 480; powers of
   * Navarro, Frenk and White 1997, ApJ 490, 493).
   */
  double collapseDensity(double redshift) {
    double exponent = background.omegaLambda() > 0 ? 0.0055 : 0.0185;
    return 0.15 * Math.pow(12 * Math.PI, 2.0 / 3) * Math.pow(omegaMatterAt(redshift), exponent);
  }
}
