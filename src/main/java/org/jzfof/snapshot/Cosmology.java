package org.jzfof.snapshot;

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

  private static final double HUBBLE_PER_SECOND = 3.2407789e-18;

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
}
