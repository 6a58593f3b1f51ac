package org.jzfof.spheres;

import java.util.Arrays;

/**
 * The weight of a point in a sum over points: an integer, so that sums do not depend on their
 * order.
 *
 * @param types a bit for each type whose particles count; {@link #ALL_TYPES} for all of them
 * @param perMass a particle counts its mass times this, rounded to the nearest; {@link #NUMBER} if
 *     it counts 1
 */
public record Weight(int types, double perMass) {
  /** Particles of all types. */
  public static final int ALL_TYPES = -1;

  /** A particle counts 1. */
  public static final double NUMBER = 0;

  /**
   * @param type numbers of types; null for all of them
   */
  public static int bits(int... type) {
    return type == null
        ? ALL_TYPES
        : Arrays.stream(type).map(t -> 1 << t).reduce(0, (a, b) -> a | b);
  }

  /** Particles, by number. */
  public static Weight number(int types) {
    return new Weight(types, NUMBER);
  }

  /** Whether particles of a type count. */
  public boolean counts(int type) {
    return (types >> type & 1) != 0;
  }

  /** What a particle counts. */
  public long of(int particleType, double mass) {
    if (!counts(particleType)) {
      return 0;
    }
    return perMass == NUMBER ? 1 : (long) Math.rint(mass * perMass);
  }
}
