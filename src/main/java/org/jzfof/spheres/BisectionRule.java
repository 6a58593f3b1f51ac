package org.jzfof.spheres;

/**
 * The crossing that Gadget-4 finds: bisection from a radius that follows from the mass of the
 * group, until it is known to 1e-4 of itself. Where the enclosed density crosses the limit more
 * than once, this is any of the crossings.
 */
final class BisectionRule implements SphereRule {
  private static final double ACCURACY = 1e-4;
  private static final double BRACKET = 3;
  private static final double OVERDENSITY_OF_BRACKET = 100;
  private static final double EXCESS = 1.1;

  /** Five particles are too few; the margin is for the rounding of their mass. */
  private static final double FEWEST = 5 * (1 + 1e-6);

  private final SphereScale scale;
  private final double density;
  private final double fewest;
  private double left;
  private double right;
  private double radius;
  private long mass;

  /**
   * @param density limit
   * @param critical critical density of today
   * @param groupMass mass of the group, in units of the snapshot
   * @param length number of its members
   */
  BisectionRule(SphereScale scale, double density, double critical, double groupMass, long length) {
    this.scale = scale;
    this.density = density;
    this.fewest = FEWEST * (groupMass / length);
    this.right =
        BRACKET
            * StrictMath.cbrt(3 * groupMass / (8 * Math.PI * OVERDENSITY_OF_BRACKET * critical));
    this.radius = right / 2;
  }

  @Override
  public long square() {
    return scale.square(radius);
  }

  @Override
  public boolean take(long within) {
    mass = within;
    boolean close = left > 0 ? right - left <= ACCURACY * left : square() == 0;
    if (close) {
      return true;
    }
    if (scale.density(within, radius) > density) {
      left = radius;
    } else {
      right = radius;
    }
    radius = (left + right) / 2;
    return false;
  }

  private boolean found() {
    return left > 0
        && scale.density(mass, radius) <= EXCESS * density
        && scale.mass(mass) >= fewest;
  }

  @Override
  public long mass() {
    return found() ? mass : 0;
  }

  @Override
  public double radius() {
    return found() ? radius : 0;
  }
}
