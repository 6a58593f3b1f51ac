package org.jzfof.massfunction;

import org.jzfof.snapshot.header.Cosmology;

/**
 * The transfer function of cold dark matter and baryons with acoustic oscillations (Eisenstein and
 * Hu 1998, ApJ 496, 605, whose symbols and equations are named here). Wave numbers are comoving.
 */
final class TransferFunction {
  /** Temperature of the microwave background over 2.7 K (Fixsen 2009, ApJ 707, 916). */
  private static final double THETA = 2.7255 / 2.7;

  private final double hubble;
  private final double baryonFraction;
  private final double equalityScale;
  private final double soundHorizon;
  private final double silkScale;
  private final double alphaC;
  private final double betaC;
  private final double alphaB;
  private final double betaB;
  private final double betaNode;

  /**
   * @param cosmology must include baryons
   */
  TransferFunction(Cosmology cosmology) {
    hubble = cosmology.hubble();
    double matter = cosmology.omegaMatter() * hubble * hubble;
    double baryons = cosmology.omegaBaryon() * hubble * hubble;
    baryonFraction = baryons / matter;
    double equality = 2.50e4 * matter * Math.pow(THETA, -4); // eq. 2
    equalityScale = 7.46e-2 * matter * Math.pow(THETA, -2); // eq. 3
    double drag = dragEpoch(matter, baryons);
    double atDrag = baryonMomentum(baryons, drag);
    double atEquality = baryonMomentum(baryons, equality);
    soundHorizon = // eq. 6
        2
            / (3 * equalityScale)
            * Math.sqrt(6 / atEquality)
            * Math.log(
                (Math.sqrt(1 + atDrag) + Math.sqrt(atDrag + atEquality))
                    / (1 + Math.sqrt(atEquality)));
    silkScale = // eq. 7
        1.6
            * Math.pow(baryons, 0.52)
            * Math.pow(matter, 0.73)
            * (1 + Math.pow(10.4 * matter, -0.95));
    double a1 = Math.pow(46.9 * matter, 0.670) * (1 + Math.pow(32.1 * matter, -0.532)); // eq. 11
    double a2 = Math.pow(12.0 * matter, 0.424) * (1 + Math.pow(45.0 * matter, -0.582));
    alphaC = Math.pow(a1, -baryonFraction) * Math.pow(a2, -Math.pow(baryonFraction, 3));
    double b1 = 0.944 / (1 + Math.pow(458 * matter, -0.708)); // eq. 12
    double b2 = Math.pow(0.395 * matter, -0.0266);
    betaC = 1 / (1 + b1 * (Math.pow(1 - baryonFraction, b2) - 1));
    alphaB = // eq. 14
        2.07
            * equalityScale
            * soundHorizon
            * Math.pow(1 + atDrag, -0.75)
            * suppression((1 + equality) / (1 + drag));
    betaB = // eq. 24
        0.5 + baryonFraction + (3 - 2 * baryonFraction) * Math.sqrt(Math.pow(17.2 * matter, 2) + 1);
    betaNode = 8.41 * Math.pow(matter, 0.435); // eq. 23
  }

  /** Redshift at which baryons are released from the drag of photons, eq. 4. */
  private static double dragEpoch(double matter, double baryons) {
    double b1 = 0.313 * Math.pow(matter, -0.419) * (1 + 0.607 * Math.pow(matter, 0.674));
    double b2 = 0.238 * Math.pow(matter, 0.223);
    return 1291
        * Math.pow(matter, 0.251)
        / (1 + 0.659 * Math.pow(matter, 0.828))
        * (1 + b1 * Math.pow(baryons, b2));
  }

  /** Momentum density of baryons over that of photons, eq. 5. */
  private static double baryonMomentum(double baryons, double redshift) {
    return 31.5 * baryons * Math.pow(THETA, -4) * 1000 / redshift;
  }

  /** The function G of eq. 15. */
  private static double suppression(double y) {
    double root = Math.sqrt(1 + y);
    return y * (-6 * root + (2 + 3 * y) * Math.log((root + 1) / (root - 1)));
  }

  /**
   * T(k), eq. 16; 1 on large scales.
   *
   * @param k wave number in h/Mpc, above 0
   */
  double at(double k) {
    double perMpc = k * hubble;
    return baryonFraction * ofBaryons(perMpc) + (1 - baryonFraction) * ofDarkMatter(perMpc);
  }

  /** Transfer function of dark matter, eq. 17 and 18. */
  private double ofDarkMatter(double k) {
    double f = 1 / (1 + Math.pow(k * soundHorizon / 5.4, 4));
    return f * pressureless(k, 1, betaC) + (1 - f) * pressureless(k, alphaC, betaC);
  }

  /** Transfer function of baryons, eq. 21 and 22. */
  private double ofBaryons(double k) {
    double ks = k * soundHorizon;
    double effective = ks / Math.cbrt(1 + Math.pow(betaNode / ks, 3));
    double early = pressureless(k, 1, 1) / (1 + Math.pow(ks / 5.2, 2));
    double late = alphaB / (1 + Math.pow(betaB / ks, 3)) * Math.exp(-Math.pow(k / silkScale, 1.4));
    double bessel = effective < 1e-4 ? 1 : Math.sin(effective) / effective;
    return (early + late) * bessel;
  }

  /** Transfer function without the pressure of baryons, eq. 10, 19 and 20. */
  private double pressureless(double k, double alpha, double beta) {
    double q = k / (13.41 * equalityScale);
    double c = 14.2 / alpha + 386 / (1 + 69.9 * Math.pow(q, 1.08));
    double log = Math.log(Math.E + 1.8 * beta * q);
    return log / (log + c * q * q);
  }
}
