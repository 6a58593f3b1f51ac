package org.jzfof.neighbours;

/**
 * Kernels W(r, h) = factor(h) shape(r/h) of SPH sums, with support h. The factor is that of three
 * dimensions.
 */
public enum SphKernel {
  /** The cubic spline (Springel 2005, MNRAS 364, 1105, eq. 4). */
  CUBIC(8 / Math.PI, 8.0 / 3, 40.0 / 7, 32.0 / 3) {
    @Override
    public double shape(double u) {
      double v = 1 - u;
      return u <= 0.5 ? 1 - 6 * u * u * v : 2 * v * v * v;
    }

    @Override
    public double slope(double u) {
      double v = 1 - u;
      return u <= 0.5 ? 6 * u * u * (2 - 3 * u) : 6 * u * v * v;
    }
  },
  /** Wendland's C2 (Dehnen and Aly 2012, MNRAS 425, 1068, table 1). */
  WENDLAND(21 / (2 * Math.PI), 3, 7, 14) {
    @Override
    public double shape(double u) {
      double v = 1 - u;
      return v * v * v * v * (1 + 4 * u);
    }

    @Override
    public double slope(double u) {
      double v = 1 - u;
      return 20 * u * u * v * v * v;
    }
  };

  private final double norm;
  private final double[] central;

  /**
   * @param central result of {@link #central} for one, two and three dimensions
   */
  SphKernel(double norm, double... central) {
    this.norm = norm;
    this.central = central;
  }

  /** Returns the kernel without its factor at u = r/h, from 0 to 1. */
  public abstract double shape(double u);

  /** Returns the derivative of the shape by -ln(u) at u = r/h, from 0 to 1. */
  public abstract double slope(double u);

  /**
   * Returns the number of neighbours that a point at the centre counts for: W(0, h), normalised in
   * d dimensions, times the measure of a ball of radius h, 4/3 pi h^3, pi h^2 or 2 h. A point at
   * distance r counts for this number times shape(r/h).
   *
   * @param dimensions number of dimensions d, 1 to 3
   */
  public double central(int dimensions) {
    return central[dimensions - 1];
  }

  /** Returns the factor for h = 1. */
  public double norm() {
    return norm;
  }

  /** Returns the factor for a support. */
  public double factor(double h) {
    return norm / (h * h * h);
  }
}
