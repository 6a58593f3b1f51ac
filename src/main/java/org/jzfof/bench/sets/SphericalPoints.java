package org.jzfof.bench.sets;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/**
 * A sphere in the unit cube without Poisson noise: the points follow a Kronecker sequence in
 * enclosed mass, height and angle.
 *
 * @param start the place of point 0 in the sequence [3]
 * @param radius radius that encloses a fraction of the mass, as a fraction of the sphere's
 */
record SphericalPoints(double[] start, DoubleUnaryOperator radius) implements Placement {
  /**
   * Root of x⁴ = x + 1, whose powers give the most uniform sequence of points in three dimensions.
   */
  private static final double ROOT = 1.2207440846057596;

  /** Central density of the cloud over the density at its edge. */
  private static final double CONTRAST = 1e5;

  private static SphericalPoints of(long seed, DoubleUnaryOperator radius) {
    return new SphericalPoints(new SplittableRandom(seed).doubles(3).toArray(), radius);
  }

  /**
   * Makes a cloud late in its collapse. Its density falls as 1 / (1 + (r/c)²) to 10⁻⁵ at the edge,
   * like that of an isothermal cloud outside of a shrinking core (Larson 1969).
   */
  static SphericalPoints cloud(long seed) {
    double edge = Math.sqrt(CONTRAST - 1);
    double mass = edge - Math.atan(edge);
    return of(seed, enclosed -> cloudRadius(mass * enclosed, edge) / edge);
  }

  /** Makes the start of Evrard's collapse (1988): a sphere of density M / (2 π R² r). */
  static SphericalPoints evrard(long seed) {
    return of(seed, Math::sqrt);
  }

  /** Makes Evrard's collapse when it is hottest and has the deepest potential. */
  static SphericalPoints evrardCollapsed(long seed) {
    return of(seed, new EvrardCollapse().hottest());
  }

  @Override
  public void place(long number, double[] xyz) {
    double r = 0.5 * radius.applyAsDouble(fraction(start[0] + number / ROOT));
    double height = 2 * fraction(start[1] + number / (ROOT * ROOT)) - 1;
    double angle = 2 * Math.PI * fraction(start[2] + number / (ROOT * ROOT * ROOT));
    double across = Math.sqrt(1 - height * height);
    xyz[0] = 0.5 + r * across * Math.cos(angle);
    xyz[1] = 0.5 + r * across * Math.sin(angle);
    xyz[2] = 0.5 + r * height;
  }

  /** Returns the radius, in units of the core radius, that encloses the mass x - atan(x). */
  private static double cloudRadius(double mass, double edge) {
    double low = 0;
    double high = edge;
    for (double x = 0.5 * edge; low < x && x < high; x = 0.5 * (low + high)) {
      if (x - Math.atan(x) < mass) {
        low = x;
      } else {
        high = x;
      }
    }
    return high;
  }

  private static double fraction(double x) {
    return x - Math.floor(x);
  }
}
