package org.jzfof.snapshot.header;

/**
 * Cosmological parameters as stored; NaN for parameters that the snapshot does not state.
 *
 * @param omegaMatter density of matter today, massive neutrinos included
 * @param omegaLambda density of dark energy today
 * @param omegaBaryon density of baryons today
 * @param hubble Hubble parameter h, in 100 km/s/Mpc
 */
public record Cosmology(
    double omegaMatter,
    double omegaLambda,
    double omegaBaryon,
    double hubble,
    Additions additions) {

  /**
   * Additions to a model of matter, curvature and a cosmological constant.
   *
   * @param neutrinos density of massive neutrinos today, a part of {@link Cosmology#omegaMatter}
   * @param radiation density of photons and massless neutrinos today
   * @param w0 equation of state of dark energy today
   * @param wa change of the equation of state: w(a) = w0 + wa (1 - a) (Chevallier and Polarski
   *     2001, IJMPD 10, 213; Linder 2003, PRL 90, 091301)
   */
  public record Additions(double neutrinos, double radiation, double w0, double wa) {
    /** No radiation, no massive neutrinos, and a cosmological constant. */
    public static final Additions NONE = new Additions(0, 0, -1, 0);
  }

  /** Value of Gadget-4, so that lengths derived from masses agree with those of Gadget-4. */
  private static final double GRAVITY_CGS = 6.6738e-8;

  /** 100 km/s/Mpc, with Gadget's Mpc. */
  private static final double HUBBLE_PER_SECOND = 1e7 / 3.085678e24;

  /** Speed of light over 100 km/s/Mpc, in Mpc. */
  private static final double HUBBLE_DISTANCE = 2997.92458;

  /** A model of matter, curvature and a cosmological constant. */
  public Cosmology(double omegaMatter, double omegaLambda, double omegaBaryon, double hubble) {
    this(omegaMatter, omegaLambda, omegaBaryon, hubble, Additions.NONE);
  }

  /** Whether matter, dark energy and h are known. */
  public boolean stated() {
    return !Double.isNaN(omegaMatter + omegaLambda + hubble);
  }

  /** The Hubble rate today, per second. */
  public double hubbleRate() {
    return HUBBLE_PER_SECOND * hubble;
  }

  /** The Hubble rate today per second; divided by h if the units carry a factor 1/h. */
  double hubbleRate(Units units) {
    return HUBBLE_PER_SECOND * (units.perHubble() ? 1 : hubble);
  }

  /**
   * The critical density 3 H² / (8 pi G) today, comoving, in units of a snapshot; NaN if a unit, or
   * h, is needed and unknown. With lengths and masses per h it does not depend on h.
   */
  public double criticalDensity(Units units) {
    double rate = hubbleRate(units);
    double cgs = 3 * rate * rate / (8 * Math.PI * GRAVITY_CGS);
    return cgs * Math.pow(units.lengthCm(), 3) / units.massG();
  }

  /** The constant of gravity in units of a snapshot: square of velocity times length over mass. */
  public static double gravity(Units units) {
    double velocity = units.velocityCmPerS();
    return GRAVITY_CGS * units.massG() / (units.lengthCm() * velocity * velocity);
  }

  /** Density of curvature today. */
  public double omegaCurvature() {
    return 1 - omegaMatter - omegaLambda - additions.radiation;
  }

  /**
   * The square of the Hubble rate at a scale factor over its square today: (Ω_m a⁻³ + Ω_k a⁻² +
   * Ω_DE(a) + Ω_r a⁻⁴). Massive neutrinos count as matter. The result is not positive if the model
   * does not expand at that scale factor.
   */
  public double expansion(double scaleFactor) {
    double square = scaleFactor * scaleFactor;
    double matter = omegaMatter / (square * scaleFactor);
    double curvature = omegaCurvature() / square;
    double radiation = additions.radiation / (square * square);
    return matter + curvature + darkEnergy(scaleFactor) + radiation;
  }

  /** Ω_DE a^(-3 (1 + w0 + wa)) exp(-3 wa (1 - a)). */
  private double darkEnergy(double scaleFactor) {
    if (additions.w0 == -1 && additions.wa == 0) {
      return omegaLambda;
    }
    double power = -3 * (1 + additions.w0 + additions.wa) * Math.log(scaleFactor);
    return omegaLambda * Math.exp(power - 3 * additions.wa * (1 - scaleFactor));
  }

  /**
   * Comoving distance of light that was emitted at a scale factor, in Mpc/h: the integral of c da /
   * (a² H(a)) by Simpson's rule in ln a. The relative error is below 1e-6 to a redshift of 20.
   */
  public double distance(double scaleFactor) {
    int steps = 1000;
    double width = -Math.log(scaleFactor) / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double a = Math.exp(-i * width);
      double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight / (a * Math.sqrt(expansion(a)));
    }
    return HUBBLE_DISTANCE * sum * width / 3;
  }

  /** The mean density of matter over the critical density, at a scale factor. */
  public double omegaMatterAt(double scaleFactor) {
    double matter = omegaMatter / (scaleFactor * scaleFactor * scaleFactor);
    return matter / expansion(scaleFactor);
  }

  /**
   * Age at a scale factor in seconds: the integral of da / (a H(a)) by Simpson's rule in a^(3/2).
   * Without radiation the integrand is smooth in this variable, and the relative error is below
   * 1e-6. The result is NaN if a parameter is not known or the model has no matter.
   */
  public double age(double scaleFactor) {
    int steps = 1000;
    double end = Math.pow(scaleFactor, 1.5);
    double curvature = omegaCurvature();
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double a = Math.pow(end * i / steps, 2.0 / 3);
      double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
      double energy = a == 0 ? 0 : darkEnergy(a) * a * a * a;
      double radiation = additions.radiation == 0 ? 0 : additions.radiation / a;
      sum += weight / Math.sqrt(omegaMatter + curvature * a + energy + radiation);
    }
    double integral = 2.0 / 3 * sum * end / steps / 3;
    double age = integral / hubbleRate();
    return age > 0 && !Double.isInfinite(age) ? age : Double.NaN;
  }
}
