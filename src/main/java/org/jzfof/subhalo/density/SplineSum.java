package org.jzfof.subhalo.density;

/** Terms of a density by the cubic spline with support h (Gadget-4, subfind_density.cc). */
public final class SplineSum {
  private SplineSum() {}

  /**
   * Returns the term of a neighbour in the sum of {@link DensityKernels#densities}.
   *
   * @param mass mass over the mass unit
   * @param distance distance of the neighbour, at most h
   * @param h support of the spline, above 0
   */
  public static long term(double mass, double distance, double h) {
    double u = distance / h;
    double v = 1 - u;
    double shape = u < 0.5 ? 1 - 6 * u * u * v : 2 * v * v * v;
    return (long) Math.rint(mass * shape * DensityKernels.TERMS);
  }

  /** Returns the density of a sum of terms. */
  public static double density(long sum, double h) {
    return h > 0
        ? 8 / Math.PI * (sum / DensityKernels.TERMS) / (h * h * h)
        : Double.POSITIVE_INFINITY;
  }
}
