package org.jzfof.spheres;

import java.util.Arrays;

/**
 * The weight of a point in a sum over points: an integer, so that sums do not depend on their
 * order.
 *
 * @param types one bit per type whose particles count; {@link #ALL_TYPES} for all types
 * @param perMass factor from the mass of a particle to its weight, which is rounded to the nearest
 *     integer; {@link #NUMBER} for a weight of 1
 */
public record Weight(int types, double perMass) {
  /** Particles of all types. */
  public static final int ALL_TYPES = -1;

  /** Factor that gives every particle a weight of 1. */
  public static final double NUMBER = 0;

  /**
   * Returns the bits of types.
   *
   * @param type type numbers; null for all types
   */
  public static int bits(int... type) {
    return type == null
        ? ALL_TYPES
        : Arrays.stream(type).map(t -> 1 << t).reduce(0, (a, b) -> a | b);
  }

  /** Creates a weight of 1 for particles of the given types. */
  public static Weight number(int types) {
    return new Weight(types, NUMBER);
  }

  /** Returns whether particles of a type count. */
  public boolean counts(int type) {
    return (types >> type & 1) != 0;
  }

  /** Returns the weight of a particle. */
  public long of(int particleType, double mass) {
    if (!counts(particleType)) {
      return 0;
    }
    return perMass == NUMBER ? 1 : (long) Math.rint(mass * perMass);
  }
}
