package org.jzfof.spheres;

/**
 * Finds the first or the last radius at which the enclosed density falls through a limit. With r(M)
 * the radius at which a mass M has the limit as its mean density, and M(r) the mass within r, both
 * are fixed points of M -> M(r(M)), which never decreases with M. From a mass above the last fixed
 * point the iteration falls to it; from a mass below the first one, where the density is above the
 * limit, it rises to that one. The iteration is exact and needs no sorted list of distances.
 */
final class CrossingRule implements SphereRule {
  private final SphereScale scale;
  private final double density;
  private final long centreMass;
  private long mass;

  /**
   * @param centreMass mass of the particles at distance 0, which alone are no sphere
   * @param start for the first crossing the mass in the centre, or the mass within a distance that
   *     the sphere with this mass and density encloses; for the last crossing an upper bound of the
   *     sphere's mass
   */
  CrossingRule(SphereScale scale, double density, long centreMass, long start) {
    this.scale = scale;
    this.density = density;
    this.centreMass = centreMass;
    this.mass = start;
  }

  @Override
  public long square() {
    return scale.square(scale.radius(mass, density));
  }

  @Override
  public boolean step(long within) {
    boolean same = within == mass;
    mass = within;
    return same;
  }

  @Override
  public long mass() {
    return mass > centreMass ? mass : 0;
  }

  @Override
  public double radius() {
    return scale.radius(mass(), density);
  }
}
