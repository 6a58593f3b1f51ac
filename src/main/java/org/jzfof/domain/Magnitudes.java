package org.jzfof.domain;

/**
 * The largest and the smallest non-zero masses and speeds of the particles of all ranks. The speed
 * of a particle is here the largest absolute component of its velocity.
 *
 * @param largestMass 0 where there is none
 * @param smallestMass infinite where there is none
 * @param largestSpeed 0 where there is none
 * @param smallestSpeed infinite where there is none
 */
public record Magnitudes(
    double largestMass, double smallestMass, double largestSpeed, double smallestSpeed) {
  /** Unknown magnitudes, which allow any value. */
  public static final Magnitudes UNKNOWN =
      new Magnitudes(Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY, 0);

  /** Of two columns. */
  public static Magnitudes of(ValueRange masses, ValueRange velocities) {
    return new Magnitudes(
        masses.largest(), masses.smallest(), velocities.largest(), velocities.smallest());
  }

  /** Of two sets of particles together. */
  public Magnitudes and(Magnitudes other) {
    return new Magnitudes(
        Math.max(largestMass, other.largestMass),
        Math.min(smallestMass, other.smallestMass),
        Math.max(largestSpeed, other.largestSpeed),
        Math.min(smallestSpeed, other.smallestSpeed));
  }

  /** By how many powers of two the squares of velocities times masses differ. */
  public int spread() {
    return exponents(largestMass, smallestMass) + 2 * exponents(largestSpeed, smallestSpeed);
  }

  private static int exponents(double largest, double smallest) {
    return largest == 0 ? 0 : Math.getExponent(largest) - Math.getExponent(smallest);
  }
}
