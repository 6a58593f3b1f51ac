package org.jzfof.spheres;

/**
 * Finds the smallest distance from a centre within which there is some mass: by ever larger radii,
 * and then by bisection between the last two.
 */
public final class GrowingRule implements DistanceRule {
  private final SphereScale scale;
  private final long wanted;
  private final double inner;
  private long without; // square, unsigned
  private double growth;
  private NearestRule between;

  /**
   * @param wanted least mass; there is as much
   * @param without square within which there is less, unsigned
   * @param inner radius to begin from, above 0
   * @param growth of the first step, over that
   */
  public GrowingRule(SphereScale scale, long wanted, long without, double inner, double growth) {
    this.scale = scale;
    this.wanted = wanted;
    this.without = without;
    this.inner = inner;
    this.growth = growth;
  }

  @Override
  public long square() {
    return between == null ? scale.square(inner * (1 + growth)) : between.square();
  }

  @Override
  public boolean take(long within) {
    if (between != null) {
      return between.take(within);
    }
    if (within < wanted) {
      without = square();
      growth *= 2;
      return false;
    }
    between = new NearestRule(wanted, without, square(), within);
    return between.found();
  }

  @Override
  public long nearest() {
    return between.nearest();
  }

  @Override
  public long mass() {
    return between.mass();
  }

  @Override
  public double radius() {
    return scale.distance(nearest());
  }
}
