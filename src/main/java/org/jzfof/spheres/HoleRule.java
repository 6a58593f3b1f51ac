package org.jzfof.spheres;

/**
 * Finds the innermost radius at which the enclosed density falls through a limit, in the case that
 * it is below the limit right outside the centre. The search finds the first distance at which the
 * density reaches the limit again, and continues from there as {@link CrossingRule}.
 *
 * <p>With M the mass within b, the density is below the limit from r(M) to b for any distribution
 * of the particles. If r(M) is at most a, it is below the limit everywhere between a and b. Steps
 * that grow if this holds, and shrink otherwise, need no list of the particles.
 */
final class HoleRule implements SphereRule {
  /** Number of halvings of the initial square that give the first step. */
  private static final int FIRST_STEP_SHIFT = 3;

  private final SphereScale scale;
  private final double density;
  private final long centreMass;
  private final long maxSquare;
  // Squares, unsigned: the density is below the limit up to low. At high it is not; high is
  // unknown as long as highMass is 0.
  private long low;
  private long lowMass;
  private long high;
  private long highMass;
  private long step;
  private CrossingRule crossing;

  /**
   * @param centreMass mass of the particles at distance 0, which alone are no sphere
   * @param innermost {@code centreMass} or, if that is 0, the mass of the particles nearest to the
   *     centre; the sphere with this mass and density encloses only particles in the centre
   */
  HoleRule(SphereScale scale, double density, long centreMass, long innermost, long total) {
    this.scale = scale;
    this.density = density;
    this.centreMass = centreMass;
    this.maxSquare = limitSquare(total);
    this.low = limitSquare(innermost);
    this.lowMass = centreMass;
    this.step = (low >>> FIRST_STEP_SHIFT) + 1;
    if (Long.compareUnsigned(low, maxSquare) >= 0) {
      finish();
    }
  }

  /** Returns the square of the radius at which a mass has the density. */
  private long limitSquare(long mass) {
    return scale.square(scale.radius(mass, density));
  }

  private void finish() {
    crossing = new CrossingRule(scale, density, centreMass, centreMass);
  }

  @Override
  public long square() {
    if (crossing != null) {
      return crossing.square();
    }
    long farthest = highMass > 0 ? low + ((high - low) >>> 1) : maxSquare;
    return Long.compareUnsigned(step, farthest - low) < 0 ? low + step : farthest;
  }

  @Override
  public boolean step(long within) {
    if (crossing != null) {
      return crossing.step(within);
    }
    long at = square();
    long atLimit = limitSquare(within);
    if (Long.compareUnsigned(atLimit, low) <= 0) {
      low = at;
      lowMass = within;
      step = step << 1 > 0 ? step << 1 : step;
    } else if (Long.compareUnsigned(at, atLimit) <= 0) {
      high = at;
      highMass = within;
      step = Math.max(1, (at - low) >>> 1);
    } else {
      step = Math.min((at - low) >>> 1, atLimit - low);
    }
    if (highMass > 0 && (high - low == 1 || highMass - lowMass == 1)) {
      crossing = new CrossingRule(scale, density, centreMass, highMass);
    } else if (low == maxSquare) {
      finish();
      return true;
    }
    return false;
  }

  @Override
  public long mass() {
    return crossing.mass();
  }

  @Override
  public double radius() {
    return crossing.radius();
  }
}
