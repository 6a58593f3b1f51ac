package org.jzfof.catalogue;

import org.jzfof.domain.Particles;

/**
 * What is summed up over the members of a group, as a row of doubles: the moments, then the number
 * of members of each slot, then the mass of each slot. With particles of one type there is one
 * slot, otherwise there is one for every type.
 *
 * <p>The moments are the sums of m·d (3), of m·d² per dimension (3), of m·u (3), and of m·u², where
 * d is the minimum-image difference to the position of the reference in cells, and u the difference
 * to its velocity.
 *
 * @param types number of particle types T
 * @param firstType the type of the first slot
 * @param slots number of slots
 */
public record SumColumns(int types, int firstType, int slots) {
  /** Moments per group. */
  public static final int MOMENTS = 10;

  /** The columns for some particles. */
  public static SumColumns of(Particles particles) {
    int types = particles.massOfType().length;
    return particles.types() == null
        ? new SumColumns(types, particles.onlyType(), 1)
        : new SumColumns(types, 0, types);
  }

  /** Doubles per group. */
  public int width() {
    return MOMENTS + 2 * slots;
  }

  /** Column of the number of members of a type that has a slot. */
  public int count(int type) {
    return MOMENTS + type - firstType;
  }

  /** Column of the mass of a type that has a slot. */
  public int mass(int type) {
    return count(type) + slots;
  }
}
