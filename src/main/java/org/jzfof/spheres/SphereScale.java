package org.jzfof.spheres;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.threads.Parallel;

/**
 * Units of the measurement of spheres: masses as integers, and squared distances in cells.
 *
 * @param massUnit mass of one unit
 * @param oneMass whether every particle has this mass
 */
public record SphereScale(FixedPoint map, double massUnit, boolean oneMass) {
  private static final double SPHERE = 4 * Math.PI / 3;
  private static final int MASS_BITS = 62;

  /** Two thirds of the bias of exponents, reduced because mantissas are not logarithms. */
  private static final long THIRD_OF_BIAS = 715094163L << 32;

  /** Square that encloses everything, as every difference of coordinates is at most 2^31. */
  private static final double EVERYTHING = 0x3p62;

  private static final double HALF_OF_UNSIGNED = 0x1p63;

  /**
   * @param sameMass mass of each particle, or 0 if masses differ
   */
  public static SphereScale of(FixedPoint map, double sameMass, Magnitudes magnitudes, long count) {
    if (sameMass > 0) {
      return new SphereScale(map, sameMass, true);
    }
    double maxTotal = magnitudes.largestMass() * count;
    if (!(maxTotal > 0)) {
      return new SphereScale(map, 1, false);
    }
    int exponent = Math.max(Math.getExponent(maxTotal) + 1 - MASS_BITS, Double.MIN_EXPONENT);
    return new SphereScale(map, Math.scalb(1.0, exponent), false); // its inverse is finite as well
  }

  /** Returns the factor from masses to integer units. */
  public double perMass() {
    return 1 / massUnit;
  }

  /** Converts integer units to masses in the units of the particles. */
  public double mass(double units) {
    return units * massUnit;
  }

  /** Returns the radius at which a mass has a mean density: (3 M / (4 pi density))^(1/3). */
  public double radius(long units, double density) {
    return cubeRoot(mass(units) / volumeDensity(density));
  }

  /** Returns the mass over the cubed radius of a sphere with a mean density. */
  public static double volumeDensity(double density) {
    return SPHERE * density;
  }

  /**
   * Returns the cube root, by Halley's iteration with correctly rounded operations, so that all
   * backends give the same bits.
   *
   * @param x non-negative number that is not subnormal
   */
  static double cubeRoot(double x) {
    if (x == 0) {
      return 0;
    }
    // A third of the bits is accurate to 5 %; every step cubes the error.
    double root = Double.longBitsToDouble(Double.doubleToRawLongBits(x) / 3 + THIRD_OF_BIAS);
    for (int step = 0; step < 3; step++) {
      double cube = root * root * root;
      root = root * ((cube + 2 * x) / (2 * cube + x));
    }
    return root;
  }

  /** Returns the mean density of a mass within a radius. */
  public double density(long units, double radius) {
    return mass(units) / (SPHERE * radius * radius * radius);
  }

  /**
   * Returns the largest {@link org.jzfof.fof.LinkCriterion#square} of points within a radius; it
   * increases with the radius.
   */
  public long square(double radius) {
    return square(radius, map.isotropic(), map.largestCell());
  }

  /** Returns {@link #square} of all radii, with all threads. */
  public long[] squares(double[] radii) {
    boolean isotropic = map.isotropic();
    double cell = map.largestCell();
    long[] squares = new long[radii.length];
    Parallel.forRange(
        radii.length,
        Parallel.GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            squares[i] = square(radii[i], isotropic, cell);
          }
        });
    return squares;
  }

  private static long square(double radius, boolean isotropic, double cell) {
    if (!isotropic) {
      return Double.doubleToRawLongBits(radius * radius);
    }
    double cells = radius / cell;
    double square = Math.min(cells * cells, EVERYTHING);
    // The conversion rounds down; larger numbers have no fraction.
    return square < HALF_OF_UNSIGNED
        ? (long) square
        : (long) (square - HALF_OF_UNSIGNED) + Long.MIN_VALUE;
  }

  /** Returns the distance of points with a given {@link org.jzfof.fof.LinkCriterion#square}. */
  double distance(long square) {
    if (!map.isotropic()) {
      return Math.sqrt(Double.longBitsToDouble(square));
    }
    double cells = (square & Long.MAX_VALUE) + (square < 0 ? HALF_OF_UNSIGNED : 0);
    return Math.sqrt(cells) * map.largestCell();
  }
}
