package org.jzfof.spheres;

/**
 * The innermost radius at which the enclosed density falls through a limit, where it is below the
 * limit right outside the centre: finds the first distance at which it is at the limit again, and
 * goes on from there as {@link CrossingRule}.
 *
 * <p>With M the mass within b, the density is below the limit from r(M) to b, whatever is where;
 * where r(M) is not above a, it is so everywhere between a and b. Steps that grow where this holds,
 * and shrink where it does not, need no list of the particles.
 */
final class HoleRule implements SphereRule {
  /** Halvings of the square that the search begins from: the first step. */
  private static final int CLOSE = 3;

  private final SphereScale scale;
  private final double density;
  private final long inCentre;
  private final long most;
  private long low; // squares, unsigned: up to here the density is below the limit,
  private long lowMass;
  private long high; // and here it is not; unknown as long as the mass is 0
  private long highMass;
  private long step;
  private CrossingRule crossing;

  /**
   * @param density limit
   * @param inCentre mass of what is in the centre itself, which alone makes no sphere
   * @param innermost that mass or, where there is none, that of what is nearest to the centre; the
   *     sphere with this mass and density holds nothing but what is in the centre
   * @param total mass of all particles
   */
  HoleRule(SphereScale scale, double density, long inCentre, long innermost, long total) {
    this.scale = scale;
    this.density = density;
    this.inCentre = inCentre;
    this.most = own(total);
    this.low = own(innermost);
    this.lowMass = inCentre;
    this.step = (low >>> CLOSE) + 1;
    if (Long.compareUnsigned(low, most) >= 0) {
      end();
    }
  }

  /** The square at which a mass has the density. */
  private long own(long mass) {
    return scale.square(scale.radius(mass, density));
  }

  private void end() {
    crossing = new CrossingRule(scale, density, inCentre, inCentre);
  }

  @Override
  public long square() {
    if (crossing != null) {
      return crossing.square();
    }
    long farthest = highMass > 0 ? low + ((high - low) >>> 1) : most;
    return Long.compareUnsigned(step, farthest - low) < 0 ? low + step : farthest;
  }

  @Override
  public boolean take(long within) {
    if (crossing != null) {
      return crossing.take(within);
    }
    long at = square();
    long own = own(within);
    if (Long.compareUnsigned(own, low) <= 0) {
      low = at;
      lowMass = within;
      step = step << 1 > 0 ? step << 1 : step;
    } else if (Long.compareUnsigned(at, own) <= 0) {
      high = at;
      highMass = within;
      step = Math.max(1, (at - low) >>> 1);
    } else {
      step = Math.min((at - low) >>> 1, own - low);
    }
    if (highMass > 0 && (high - low == 1 || highMass - lowMass == 1)) {
      crossing = new CrossingRule(scale, density, inCentre, highMass);
    } else if (low == most) {
      end();
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
