package org.jzfof.massfunction;

/** How many haloes a fluctuation makes: f(σ) of a fit to simulations, at one time. */
@FunctionalInterface
interface Multiplicity {
  /**
   * f(σ), with dn/dlnM = f(σ) ρ_m / M d ln σ⁻¹ / d ln M.
   *
   * @param sigma root of the variance at that time, of the linear density contrast in spheres of
   *     the mass of the halo
   */
  double at(double sigma);
}
