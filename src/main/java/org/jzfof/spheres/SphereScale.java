package org.jzfof.spheres;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;

/**
 * Units in which spheres are measured: masses as integers, and squares of distances in cells.
 *
 * @param map fixed-point map of the box
 * @param massUnit mass that counts 1
 * @param oneMass whether every particle has that mass
 */
public record SphereScale(FixedPoint map, double massUnit, boolean oneMass) {
  private static final double SPHERE = 4 * Math.PI / 3;
  private static final int MASS_BITS = 62;

  /** Two thirds of the bias of exponents; less, as mantissas are no logarithms. */
  private static final long THIRD_OF_BIAS = 715094163L << 32;

  /** Every difference is at most 2^31, so that this already holds everything. */
  private static final double EVERYTHING = 0x3p62;

  private static final double HALF_OF_UNSIGNED = 0x1p63;

  /**
   * @param sameMass the mass of all particles, or 0 where they differ
   * @param magnitudes of the masses of all particles
   * @param count of all particles
   */
  public static SphereScale of(FixedPoint map, double sameMass, Magnitudes magnitudes, long count) {
    if (sameMass > 0) {
      return new SphereScale(map, sameMass, true);
    }
    double most = magnitudes.largestMass() * count;
    if (!(most > 0)) {
      return new SphereScale(map, 1, false);
    }
    int exponent = Math.max(Math.getExponent(most) + 1 - MASS_BITS, Double.MIN_EXPONENT);
    return new SphereScale(map, Math.scalb(1.0, exponent), false); // its inverse is finite, too
  }

  /** What masses are multiplied with. */
  public double perMass() {
    return 1 / massUnit;
  }

  /** Masses in the units of the particles. */
  public double mass(double units) {
    return units * massUnit;
  }

  /** The radius at which a mass has a mean density: (3 M / (4 pi density))^(1/3). */
  public double radius(long units, double density) {
    return cubeRoot(mass(units) / volumeDensity(density));
  }

  /** Mass over the cube of the radius of a sphere with a mean density. */
  public static double volumeDensity(double density) {
    return SPHERE * density;
  }

  /**
   * The cube root, by Halley's iteration in operations that are rounded once, so that all backends
   * have the same bits.
   *
   * @param x not negative, not subnormal
   */
  static double cubeRoot(double x) {
    if (x == 0) {
      return 0;
    }
    // A third of the bits is right within 5 %; every step cubes the error.
    double root = Double.longBitsToDouble(Double.doubleToRawLongBits(x) / 3 + THIRD_OF_BIAS);
    for (int step = 0; step < 3; step++) {
      double cube = root * root * root;
      root = root * ((cube + 2 * x) / (2 * cube + x));
    }
    return root;
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
    return square < HALF_OF_UNSIGNED
        ? (long) square
        : (long) (square - HALF_OF_UNSIGNED) + Long.MIN_VALUE;
  }

  /** The distance of points whose {@link org.jzfof.fof.LinkCriterion#square} this is. */
  double distance(long square) {
    if (!map.isotropic()) {
      return Math.sqrt(Double.longBitsToDouble(square));
    }
    double cells = (square & Long.MAX_VALUE) + (square < 0 ? HALF_OF_UNSIGNED : 0);
    return Math.sqrt(cells) * map.largestCell();
  }
}
