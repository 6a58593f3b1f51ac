package org.jzfof.snapshot.header;

/**
 * Units of the stored values in cgs; NaN for units that the snapshot does not state.
 *
 * @param perHubble whether lengths and masses carry a factor 1/h
 */
public record Units(double lengthCm, double massG, double velocityCmPerS, boolean perHubble) {
  /** Mpc, 1e10 solar masses and km/s without h, with the values of Gadget's parameter files. */
  public static final Units MPC = new Units(3.085678e24, 1.989e43, 1e5, false);

  /** The same with h: what readers of Gadget's layout and of LHaloTree assume. */
  public static final Units MPC_PER_H = new Units(3.085678e24, 1.989e43, 1e5, true);

  /** One solar mass per year, in g/s. */
  public static final double SOLAR_MASS_PER_YEAR = 1.989e33 / 3.15576e7;
}
