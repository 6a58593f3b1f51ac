package org.jzfof.config.search;

/** Kernels of SPH sums; the support is the radius of the query. */
public enum KernelChoice {
  /** Cubic spline. */
  CUBIC,
  /** Wendland C2. */
  WENDLAND
}
