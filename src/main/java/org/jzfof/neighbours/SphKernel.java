package org.jzfof.neighbours;

/** Kernels W(r, h) = factor(h) shape(r/h) of SPH sums, with support h, in three dimensions. */
public enum SphKernel {
  /** The cubic spline (Springel 2005, MNRAS 364, 1105, eq. 4). */
  CUBIC(8 / Math.PI) {
    @Override
    public double shape(double u) {
      double v = 1 - u;
      return u <= 0.5 ? 1 - 6 * u * u * v : 2 * v * v * v;
    }
  },
  /** Wendland's C2 (Dehnen and Aly 2012, MNRAS 425, 1068, table 1). */
  WENDLAND(21 / (2 * Math.PI)) {
    @Override
    public double shape(double u) {
      double v = 1 - u;
      return v * v * v * v * (1 + 4 * u);
    }
  };

  private final double norm;

  SphKernel(double norm) {
    this.norm = norm;
  }

  /** Returns the kernel without its factor at u = r/h, from 0 to 1. */
  public abstract double shape(double u);

  /** Returns the factor for h = 1. */
  public double norm() {
    return norm;
  }

  /** Returns the factor for a support. */
  public double factor(double h) {
    return norm / (h * h * h);
  }
}
