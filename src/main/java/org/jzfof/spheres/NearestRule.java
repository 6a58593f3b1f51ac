package org.jzfof.spheres;

/** Finds the smallest distance from a centre that encloses a given mass, by bisection. */
public final class NearestRule implements DistanceRule {
  private final long target;
  // Squares, unsigned: lower encloses less than the target, upper encloses it.
  private long lower;
  private long upper;
  private long mass;

  /** Searches for the particles nearest to a centre that has none at distance 0. */
  public NearestRule() {
    this(1, 0, -1, 0);
  }

  /**
   * @param target mass to enclose
   * @param lower square that encloses less, unsigned
   * @param upper square that encloses the target, unsigned
   * @param mass mass within {@code upper}
   */
  public NearestRule(long target, long lower, long upper, long mass) {
    this.target = target;
    this.lower = lower;
    this.upper = upper;
    this.mass = mass;
  }

  @Override
  public long square() {
    return lower + ((upper - lower) >>> 1);
  }

  @Override
  public boolean step(long within) {
    if (within >= target) {
      upper = square();
      mass = within;
    } else {
      lower = square();
    }
    return isFinished();
  }

  /** Returns whether the search has ended. */
  boolean isFinished() {
    return upper - lower == 1;
  }

  @Override
  public long nearest() {
    return upper;
  }

  @Override
  public long mass() {
    return mass;
  }

  @Override
  public double radius() {
    throw new UnsupportedOperationException("only the place is looked for");
  }
}
