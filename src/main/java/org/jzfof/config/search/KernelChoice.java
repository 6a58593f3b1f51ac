package org.jzfof.config.search;

/** Kernel of an SPH sum; its support is the radius of the query. */
public enum KernelChoice {
  /** Cubic spline. */
  CUBIC,
  /** Wendland C2. */
  WENDLAND
}
