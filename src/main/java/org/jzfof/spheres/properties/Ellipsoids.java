package org.jzfof.spheres.properties;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.spheres.SphereAttributes;

/**
 * Ellipsoids around centres, for the iterative reduced inertia tensor of Allgood et al. 2006: sum m
 * x_i x_j / q² over the particles with q² = a² + b² / s_b² + c² / s_c² at most the square of the
 * major axis, where a, b, c are the coordinates along the axes and s_b, s_c the axis ratios.
 *
 * @param doubles unit vectors along the three axes, s_b², s_c², squared major axis, and the factor
 *     of masses before their rounding [{@link #DOUBLES}·n]
 */
public record Ellipsoids(double[] doubles) implements SphereAttributes<Ellipsoids> {
  /** Number of doubles per ellipsoid. */
  public static final int DOUBLES = 13;

  /** Number of longs of the sums of an ellipsoid: xx, xy, xz, yy, yz, zz, mass, number. */
  public static final int LONGS = 8;

  static final int RATIOS = 9;
  static final int RADIUS = 11;
  static final int UNIT = 12;

  /** Minimum axis ratio, which gives flat sets a thickness to avoid division by 0. */
  private static final double MIN_RATIO = 1e-6;

  /** Allocates {@code count} ellipsoids. */
  static Ellipsoids allocate(int count) {
    return new Ellipsoids(new double[DOUBLES * count]);
  }

  @Override
  public Ellipsoids like(int spheres) {
    return allocate(spheres);
  }

  @Override
  public TypedColumns columns() {
    return new TypedColumns().doubles(doubles, DOUBLES);
  }

  /** Makes ellipsoid i a sphere. */
  void setSphere(int i, double radius, double unit) {
    for (int d = 0; d < RATIOS; d++) {
      doubles[DOUBLES * i + d] = d % 4 == 0 ? 1 : 0;
    }
    doubles[DOUBLES * i + RATIOS] = 1;
    doubles[DOUBLES * i + RATIOS + 1] = 1;
    doubles[DOUBLES * i + RADIUS] = radius * radius;
    doubles[DOUBLES * i + UNIT] = unit;
  }

  /** Sets the axes of ellipsoid i; the length of its major axis stays. */
  void setAxes(int i, SymmetricTensor axes) {
    System.arraycopy(axes.vectors(), 0, doubles, DOUBLES * i, RATIOS);
    for (int k = 0; k < 2; k++) {
      double ratio = Math.max(MIN_RATIO, axes.ratio(k + 1));
      doubles[DOUBLES * i + RATIOS + k] = ratio * ratio;
    }
  }

  /** Returns the first (0) or the second (1) axis ratio. */
  double ratio(int i, int which) {
    return Math.sqrt(doubles[DOUBLES * i + RATIOS + which]);
  }

  /**
   * Adds a particle if it is inside and not in the centre.
   *
   * @param at index of the first sum
   * @param x position relative to the centre [3]
   */
  public void add(long[] sums, int at, double mass, double[] x, int i) {
    int e = DOUBLES * i;
    double a = x[0] * doubles[e] + x[1] * doubles[e + 1] + x[2] * doubles[e + 2];
    double b = x[0] * doubles[e + 3] + x[1] * doubles[e + 4] + x[2] * doubles[e + 5];
    double c = x[0] * doubles[e + 6] + x[1] * doubles[e + 7] + x[2] * doubles[e + 8];
    double square = a * a + b * b / doubles[e + RATIOS] + c * c / doubles[e + RATIOS + 1];
    if (square > doubles[e + RADIUS] || square == 0) {
      return;
    }
    double weight = mass * doubles[e + UNIT] / square;
    sums[at] += (long) Math.rint(weight * x[0] * x[0]);
    sums[at + 1] += (long) Math.rint(weight * x[0] * x[1]);
    sums[at + 2] += (long) Math.rint(weight * x[0] * x[2]);
    sums[at + 3] += (long) Math.rint(weight * x[1] * x[1]);
    sums[at + 4] += (long) Math.rint(weight * x[1] * x[2]);
    sums[at + 5] += (long) Math.rint(weight * x[2] * x[2]);
    sums[at + 6] += (long) Math.rint(weight * square);
    sums[at + 7]++;
  }
}
