package org.jzfof.so;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;

/**
 * Units in which spheres are measured: masses as integers, and squares of distances in cells.
 *
 * @param map fixed-point map of the box
 * @param massUnit mass that counts 1
 */
public record SphereScale(FixedPoint map, double massUnit) {
  private static final double SPHERE = 4 * Math.PI / 3;
  private static final int MASS_BITS = 62;

  /** Every difference is at most 2^31, so that this already holds everything. */
  private static final double EVERYTHING = 0x3p62;

  /**
   * @param sameMass the mass of all particles, or 0 where they differ
   * @param magnitudes of the masses of all particles
   * @param count of all particles
   */
  public static SphereScale of(FixedPoint map, double sameMass, Magnitudes magnitudes, long count) {
    if (sameMass > 0) {
      return new SphereScale(map, sameMass);
    }
    double most = magnitudes.largestMass() * count;
    return new SphereScale(map, Math.scalb(1.0, Math.getExponent(most) + 1 - MASS_BITS));
  }

  /** What masses are multiplied with. */
  public double perMass() {
    return 1 / massUnit;
  }

  /** Masses in the units of the particles. */
  public double mass(long units) {
    return units * massUnit;
  }

  /** The radius at which a mass has a mean density: (3 M / (4 pi density))^(1/3). */
  public double radius(long units, double density) {
    return StrictMath.cbrt(mass(units) / (SPHERE * density));
  }

  /** Mean density of a mass within a radius. */
  public double density(long units, double radius) {
    return mass(units) / (SPHERE * radius * radius * radius);
  }

  /**
   * The largest {@link org.jzfof.fof.LinkCriterion#square} of points within a radius; it increases
   * with the radius.
   */
  public long square(double radius) {
    if (!map.isotropic()) {
      return Double.doubleToRawLongBits(radius * radius);
    }
    double cells = radius / map.largestCell();
    double square = Math.min(Math.floor(cells * cells), EVERYTHING);
    return square < 0x1p63 ? (long) square : (long) (square - 0x1p63) + Long.MIN_VALUE;
  }
}
