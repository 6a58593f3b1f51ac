package org.jzfof.massfunction;

/**
 * The mass function of spheres of Despali et al. (2016, MNRAS 456, 2486). It has the form of Sheth
 * and Tormen, ν f(ν) = 2 A (1 + ν'^-p) (ν'/2π)^½ exp(-ν'/2) with ν' = a ν and ν = (δ_c/σ)². For
 * virial masses the parameters are the same at any time and in any cosmology; for other masses they
 * depend on x = log10(Δ/Δ_vir) (eq. 12).
 *
 * @param amplitude A
 * @param a scale of ν
 * @param p slope on small scales
 * @param collapse δ_c, linear density contrast at which spheres collapse
 */
record Despali16(double amplitude, double a, double p, double collapse) implements Multiplicity {
  /**
   * Returns the mass function at a given time.
   *
   * @param overVirial density of the spheres over that of virialised spheres
   * @param collapse δ_c at that time
   */
  static Despali16 of(double overVirial, double collapse) {
    double x = Math.log10(overVirial);
    return new Despali16(
        -0.1362 * x + 0.3292,
        0.4332 * x * x + 0.2263 * x + 0.7665,
        -0.1151 * x * x + 0.2554 * x + 0.2488,
        collapse);
  }

  @Override
  public double at(double sigma) {
    double nu = a * Math.pow(collapse / sigma, 2);
    return 2
        * amplitude
        * (1 + Math.pow(nu, -p))
        * Math.sqrt(nu / (2 * Math.PI))
        * Math.exp(-nu / 2);
  }
}
