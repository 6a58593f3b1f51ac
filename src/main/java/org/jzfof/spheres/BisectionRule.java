package org.jzfof.spheres;

/**
 * Finds the crossing that Gadget-4 finds, by bisection from a radius that follows from the mass of
 * the group, to a relative accuracy of 1e-4. If the enclosed density crosses the limit more than
 * once, the result may be any of the crossings.
 */
final class BisectionRule implements SphereRule {
  private static final double ACCURACY = 1e-4;
  private static final double BRACKET = 3;
  private static final double OVERDENSITY_OF_BRACKET = 100;
  private static final double EXCESS = 1.1;

  /**
   * Spheres need more mass than five particles have; the margin allows for the rounding of their
   * mass.
   */
  private static final double MIN_PARTICLES = 5 * (1 + 1e-6);

  private final SphereScale scale;
  private final double density;
  private final double minMass;
  private double left;
  private double right;
  private double radius;
  private long mass;

  /**
   * @param groupMass mass of the group, in units of the snapshot
   * @param length number of members of the group
   */
  BisectionRule(SphereScale scale, double density, double critical, double groupMass, long length) {
    this.scale = scale;
    this.density = density;
    this.minMass = MIN_PARTICLES * (groupMass / length);
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
  public boolean step(long within) {
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

  private boolean isFound() {
    return left > 0
        && scale.density(mass, radius) <= EXCESS * density
        && scale.mass(mass) >= minMass;
  }

  @Override
  public long mass() {
    return isFound() ? mass : 0;
  }

  @Override
  public double radius() {
    return isFound() ? radius : 0;
  }
}
