package org.jzfof.centres;

/**
 * Gravity softened by a spline, as in Gadget: the potential of a unit mass at a distance, without
 * sign and gravitational constant (Springel, Yoshida and White 2001).
 *
 * @param length distance h beyond which the potential is 1/r
 */
public record Softening(double length) {
  /**
   * Ratio of h to the Plummer-equivalent length: the depth at distance 0 is that of a Plummer
   * sphere.
   */
  private static final double PLUMMER = 2.8;

  /**
   * Creates a softening.
   *
   * @param epsilon Plummer-equivalent length, above 0
   */
  public static Softening plummer(double epsilon) {
    return new Softening(PLUMMER * epsilon);
  }

  /** Returns the potential in the centre, which is the largest. */
  public double largest() {
    return PLUMMER / length;
  }

  /**
   * Returns the potential of a unit mass. All backends use these operations in this order, each
   * correctly rounded, so that they get the same bits.
   *
   * @param distance in length units
   */
  public double potential(double distance) {
    if (distance >= length) {
      return 1 / distance;
    }
    double u = distance / length;
    double v = u * u;
    double depth =
        u < 0.5
            ? 14.0 / 5 - v * (16.0 / 3 - v * (48.0 / 5 - 32.0 / 5 * u))
            : -1 / (15 * u) + 16.0 / 5 - v * (32.0 / 3 - u * (16 - u * (48.0 / 5 - 32.0 / 15 * u)));
    return depth / length;
  }
}
