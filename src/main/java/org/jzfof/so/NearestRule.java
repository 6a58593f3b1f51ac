package org.jzfof.so;

/** Finds the mass at the smallest distance from a centre at which there is any, by bisection. */
final class NearestRule implements SphereRule {
  private long without; // squares, unsigned
  private long with = -1;
  private long mass;

  @Override
  public long square() {
    return without + ((with - without) >>> 1);
  }

  @Override
  public boolean take(long within) {
    if (within > 0) {
      with = square();
      mass = within;
    } else {
      without = square();
    }
    return with - without == 1;
  }

  @Override
  public long mass() {
    return mass;
  }

  @Override
  public double radius() {
    throw new UnsupportedOperationException("only the mass is looked for");
  }
}
