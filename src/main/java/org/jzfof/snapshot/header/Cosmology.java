package org.jzfof.snapshot.header;

/**
 * Cosmological parameters as stored; NaN where the snapshot does not say.
 *
 * @param omegaMatter matter density today
 * @param omegaLambda dark-energy density today
 * @param omegaBaryon baryon density today
 * @param hubble Hubble parameter h, in 100 km/s/Mpc
 */
public record Cosmology(double omegaMatter, double omegaLambda, double omegaBaryon, double hubble) {
  /** Gadget-4's values, so that a length derived from masses is the same. */
  private static final double GRAVITY_CGS = 6.6738e-8;

  /** 100 km/s/Mpc, with Gadget's Mpc. */
  private static final double HUBBLE_PER_SECOND = 1e7 / 3.085678e24;

  /** Whether matter, dark energy and h are known. */
  public boolean stated() {
    return !Double.isNaN(omegaMatter + omegaLambda + hubble);
  }

  /** The Hubble rate today, per second. */
  public double hubbleRate() {
    return HUBBLE_PER_SECOND * hubble;
  }

  /**
   * The critical density 3 H² / (8 pi G) today, comoving, in units of a snapshot; NaN where these
   * or h are needed and unknown. With lengths and masses per h it does not depend on h.
   */
  public double criticalDensity(Units units) {
    double h = units.perHubble() ? 1 : hubble;
    double rate = HUBBLE_PER_SECOND * h;
    double cgs = 3 * rate * rate / (8 * Math.PI * GRAVITY_CGS);
    return cgs * Math.pow(units.lengthCm(), 3) / units.massG();
  }

  /** The constant of gravity in units of a snapshot: square of velocity times length over mass. */
  public static double gravity(Units units) {
    double velocity = units.velocityCmPerS();
    return GRAVITY_CGS * units.massG() / (units.lengthCm() * velocity * velocity);
  }

  /**
   * Velocity of the expansion over comoving distance, H(a) a, in units of a snapshot; NaN where
   * these or h are needed and unknown.
   */
  public double flow(double scaleFactor, Units units) {
    double h = units.perHubble() ? 1 : hubble;
    double matter = omegaMatter / (scaleFactor * scaleFactor * scaleFactor);
    double curvature = (1 - omegaMatter - omegaLambda) / (scaleFactor * scaleFactor);
    double rate = HUBBLE_PER_SECOND * h * Math.sqrt(matter + curvature + omegaLambda);
    return rate * scaleFactor * units.lengthCm() / units.velocityCmPerS();
  }

  /** Mean over critical density of matter at a scale factor. */
  public double omegaMatterAt(double scaleFactor) {
    double matter = omegaMatter / (scaleFactor * scaleFactor * scaleFactor);
    double curvature = (1 - omegaMatter - omegaLambda) / (scaleFactor * scaleFactor);
    return matter / (matter + curvature + omegaLambda);
  }

  /**
   * Age at a scale factor in seconds, without radiation; the integral of da / (a H(a)) by Simpson's
   * rule in a^(3/2), in which it is smooth: relative error below 1e-6. NaN where a parameter is not
   * known or there is no matter.
   */
  public double age(double scaleFactor) {
    int steps = 1000;
    double end = Math.pow(scaleFactor, 1.5);
    double curvature = 1 - omegaMatter - omegaLambda;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double a = Math.pow(end * i / steps, 2.0 / 3);
      double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight / Math.sqrt(omegaMatter + curvature * a + omegaLambda * a * a * a);
    }
    double integral = 2.0 / 3 * sum * end / steps / 3;
    double age = integral / hubbleRate();
    return age > 0 && !Double.isInfinite(age) ? age : Double.NaN;
  }
}
