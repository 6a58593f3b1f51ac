package org.jzfof.massfunction;

/** The multiplicity function f(σ) of a fit to simulations, at one time. */
@FunctionalInterface
interface Multiplicity {
  /**
   * Returns f(σ), with dn/dlnM = f(σ) ρ_m / M d ln σ⁻¹ / d ln M.
   *
   * @param sigma square root of the variance, at that time, of the linear density contrast in
   *     spheres of the mass of the halo
   */
  double at(double sigma);
}
