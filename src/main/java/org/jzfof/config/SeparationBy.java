package org.jzfof.config;

/** What the mean separation of particles, of which b is a multiple, is taken from. */
public enum SeparationBy {
  /** Their number: (V/N)^(1/3). */
  NUMBER,
  /** Their mean mass and the cosmic density: (m/rho)^(1/3), as Gadget-4 does. */
  MASS
}
