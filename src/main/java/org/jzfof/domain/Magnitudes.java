package org.jzfof.domain;

/**
 * The largest and the smallest non-zero masses and speeds of the particles of all ranks. The speed
 * of a particle means the largest absolute component of its velocity.
 *
 * @param largestMass largest mass; 0 without masses
 * @param smallestMass smallest non-zero mass; infinite if all masses are 0
 * @param largestSpeed largest speed; 0 without velocities
 * @param smallestSpeed smallest non-zero speed; infinite if all speeds are 0
 * @param ofParticles number of particles of a light cone, of which these may be a part; 0 for a
 *     snapshot
 * @param oneMass whether all of these particles may have the same mass
 */
public record Magnitudes(
    double largestMass,
    double smallestMass,
    double largestSpeed,
    double smallestSpeed,
    long ofParticles,
    boolean oneMass) {
  /** The magnitudes of particles that are no part of a light cone. */
  public Magnitudes(
      double largestMass, double smallestMass, double largestSpeed, double smallestSpeed) {
    this(largestMass, smallestMass, largestSpeed, smallestSpeed, 0, true);
  }

  /** Unknown magnitudes, which allow any value. */
  public static final Magnitudes UNKNOWN =
      new Magnitudes(Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY, 0);

  /** The magnitudes of a column of masses and a column of velocities. */
  public static Magnitudes of(ValueRange masses, ValueRange velocities) {
    return new Magnitudes(
        masses.largest(), masses.smallest(), velocities.largest(), velocities.smallest());
  }

  /** The magnitudes of two sets of particles together. */
  public Magnitudes and(Magnitudes other) {
    return new Magnitudes(
        Math.max(largestMass, other.largestMass),
        Math.min(smallestMass, other.smallestMass),
        Math.max(largestSpeed, other.largestSpeed),
        Math.min(smallestSpeed, other.smallestSpeed),
        Math.max(ofParticles, other.ofParticles),
        oneMass && other.oneMass);
  }

  /** The same magnitudes, of particles of a light cone with a number of particles. */
  public Magnitudes ofLightcone(long particles) {
    return new Magnitudes(
        largestMass, smallestMass, largestSpeed, smallestSpeed, particles, oneMass);
  }

  /** Number of powers of two that masses times squared velocities span. */
  public int spread() {
    return exponents(largestMass, smallestMass) + 2 * exponents(largestSpeed, smallestSpeed);
  }

  private static int exponents(double largest, double smallest) {
    return largest == 0 ? 0 : Math.getExponent(largest) - Math.getExponent(smallest);
  }
}
