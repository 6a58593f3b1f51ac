package org.jzfof.spheres;

/**
 * Finds the smallest distance from a centre that encloses a given mass: by increasing radii, and
 * then by bisection between the last two.
 */
public final class GrowingRule implements DistanceRule {
  private final SphereScale scale;
  private final long target;
  private final double inner;
  private long lower; // square, unsigned
  private double growth;
  private NearestRule bisection;

  /**
   * @param target mass to enclose; the particles have at least as much
   * @param lower square that encloses less, unsigned
   * @param inner initial radius, above 0
   * @param growth first step, relative to {@code inner}
   */
  public GrowingRule(SphereScale scale, long target, long lower, double inner, double growth) {
    this.scale = scale;
    this.target = target;
    this.lower = lower;
    this.inner = inner;
    this.growth = growth;
  }

  @Override
  public long square() {
    return bisection == null ? scale.square(inner * (1 + growth)) : bisection.square();
  }

  @Override
  public boolean step(long within) {
    if (bisection != null) {
      return bisection.step(within);
    }
    if (within < target) {
      lower = square();
      growth *= 2;
      return false;
    }
    bisection = new NearestRule(target, lower, square(), within);
    return bisection.isFinished();
  }

  @Override
  public long nearest() {
    return bisection.nearest();
  }

  @Override
  public long mass() {
    return bisection.mass();
  }

  @Override
  public double radius() {
    return scale.distance(nearest());
  }
}
