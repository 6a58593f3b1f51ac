package org.jzfof.groups;

import org.jzfof.domain.Magnitudes;

/**
 * The reference point and the units of the sums over a group: the member with the smallest ID, and
 * bounds of the masses and velocities of all members.
 *
 * <p>In a table of references it is a row of {@link #LONGS} longs, the structure {@code Reference}
 * of group_sums.cu: a GPU reads the row at once, with numbers of 16, 32 and 64 bits. Rows are
 * copied unchanged between devices and ranks; only this class reads and writes them.
 *
 * @param id ID of the member, unsigned
 * @param position fixed-point position of the member [3]
 * @param velocity stored velocity of the member [3]; zeros for a snapshot without velocities
 * @param massExponent all masses are below 2^massExponent
 * @param speedExponent all absolute components of velocities are below 2^speedExponent
 */
public record GroupReference(
    long id, int[] position, double[] velocity, int massExponent, int speedExponent) {
  /** Number of longs per row. */
  public static final int LONGS = 6;

  /** Index of the ID in a row. */
  public static final int ID = 0;

  /** Exponent of the bound of 0, the smallest exponent. */
  public static final int MIN_EXPONENT = Double.MIN_EXPONENT;

  /**
   * Largest spread of mass times squared velocity, as a power of two, for which the bits of the
   * sums suffice with one unit for all groups.
   */
  private static final int COMMON_UNIT_SPREAD = 56;

  private static final int EXPONENTS = 2;
  private static final int VELOCITY = 3;

  /** Returns the exponent of the smallest power of two above a non-negative number. */
  public static int exponentAbove(double value) {
    return Math.getExponent(value) + 1;
  }

  /** Returns whether all groups can use the bounds of all particles. */
  public static boolean commonUnits(Magnitudes magnitudes) {
    return magnitudes.spread() <= COMMON_UNIT_SPREAD;
  }

  /** Reads a row of a table. */
  public static GroupReference of(long[] table, int row) {
    int at = row * LONGS;
    int[] position = {
      (int) table[at + 1], (int) (table[at + 1] >>> Integer.SIZE), (int) table[at + EXPONENTS]
    };
    double[] velocity = new double[3];
    for (int d = 0; d < 3; d++) {
      velocity[d] = Double.longBitsToDouble(table[at + VELOCITY + d]);
    }
    return new GroupReference(
        table[at + ID],
        position,
        velocity,
        (short) (table[at + EXPONENTS] >>> Integer.SIZE),
        (short) (table[at + EXPONENTS] >>> Integer.SIZE + Short.SIZE));
  }

  /** Writes a row of a table. */
  public void put(long[] table, int row) {
    int at = row * LONGS;
    table[at + ID] = id;
    table[at + 1] = Integer.toUnsignedLong(position[0]) | (long) position[1] << Integer.SIZE;
    table[at + EXPONENTS] =
        Integer.toUnsignedLong(position[2])
            | Short.toUnsignedLong((short) massExponent) << Integer.SIZE
            | Short.toUnsignedLong((short) speedExponent) << Integer.SIZE + Short.SIZE;
    for (int d = 0; d < 3; d++) {
      table[at + VELOCITY + d] = Double.doubleToRawLongBits(velocity[d]);
    }
  }

  /** Merges the references of two parts of a group; for equal IDs this one's member stays. */
  GroupReference merge(GroupReference other) {
    GroupReference member = Long.compareUnsigned(other.id, id) < 0 ? other : this;
    return new GroupReference(
        member.id,
        member.position,
        member.velocity,
        Math.max(massExponent, other.massExponent),
        Math.max(speedExponent, other.speedExponent));
  }
}
