package org.jzfof.spheres;

/**
 * The first or the last radius at which the enclosed density falls through a limit. With r(M) the
 * radius at which a mass M has the limit as its mean density, and M(r) the mass within r, both are
 * fixed points of M -> M(r(M)), which never decreases with M. Begun with a mass above the last
 * fixed point, the iteration falls and ends there; begun below the first one, where the density is
 * above the limit, it rises to that. It takes the place of a sorted list of distances, and is
 * exact.
 */
final class CrossingRule implements SphereRule {
  private final SphereScale scale;
  private final double density;
  private final long inCentre;
  private long mass;

  /**
   * @param density limit
   * @param inCentre mass of what is in the centre itself, which alone makes no sphere
   * @param start for the first crossing the mass in the centre, or within another distance that the
   *     sphere with this mass and density holds; for the last one a mass that the sphere does not
   *     exceed
   */
  CrossingRule(SphereScale scale, double density, long inCentre, long start) {
    this.scale = scale;
    this.density = density;
    this.inCentre = inCentre;
    this.mass = start;
  }

  @Override
  public long square() {
    return scale.square(scale.radius(mass, density));
  }

  @Override
  public boolean take(long within) {
    boolean same = within == mass;
    mass = within;
    return same;
  }

  @Override
  public long mass() {
    return mass > inCentre ? mass : 0;
  }

  @Override
  public double radius() {
    return scale.radius(mass(), density);
  }
}
