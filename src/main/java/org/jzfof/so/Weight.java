package org.jzfof.so;

/**
 * What a point counts in a sum over points: an integer, so that sums do not depend on their order.
 *
 * @param type particles of other types count nothing; {@link #ALL_TYPES} for none of them
 * @param perMass a particle counts its mass times this, rounded to the nearest; {@link #NUMBER} if
 *     it counts 1
 */
public record Weight(int type, double perMass) {
  /** Particles of all types. */
  public static final int ALL_TYPES = -1;

  /** A particle counts 1. */
  public static final double NUMBER = 0;

  /** Particles of one type. */
  public static Weight number(int type) {
    return new Weight(type, NUMBER);
  }

  /** What a particle counts. */
  public long of(int particleType, double mass) {
    if (type != ALL_TYPES && type != particleType) {
      return 0;
    }
    return perMass == NUMBER ? 1 : (long) Math.rint(mass * perMass);
  }
}
