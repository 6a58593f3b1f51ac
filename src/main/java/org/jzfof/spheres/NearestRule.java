package org.jzfof.spheres;

/** Finds the smallest distance from a centre within which there is some mass, by bisection. */
public final class NearestRule implements DistanceRule {
  private final long wanted;
  private long without; // squares, unsigned
  private long with;
  private long mass;

  /** For the particles nearest to a centre in which there are none. */
  public NearestRule() {
    this(1, 0, -1, 0);
  }

  /**
   * @param wanted least mass
   * @param without square within which there is less, unsigned
   * @param with square within which there is as much, unsigned
   * @param mass within that
   */
  public NearestRule(long wanted, long without, long with, long mass) {
    this.wanted = wanted;
    this.without = without;
    this.with = with;
    this.mass = mass;
  }

  @Override
  public long square() {
    return without + ((with - without) >>> 1);
  }

  @Override
  public boolean take(long within) {
    if (within >= wanted) {
      with = square();
      mass = within;
    } else {
      without = square();
    }
    return found();
  }

  /** Whether nothing is left to be asked. */
  boolean found() {
    return with - without == 1;
  }

  @Override
  public long nearest() {
    return with;
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
