package org.jzfof.groups;

import org.jzfof.domain.Magnitudes;

/**
 * About what a group is summed up, and in which units: the member with the smallest ID, and bounds
 * of the masses and velocities of all members.
 *
 * <p>In a table of references it is a row of {@link #LONGS} longs, the structure {@code Reference}
 * of group_sums.cu: a GPU reads it whole, with numbers of 16, 32 and 64 bits. Rows go from device
 * to device and between ranks as they are; they are read and made here alone, group by group.
 *
 * @param id of the member, unsigned
 * @param position its fixed-point position [3]
 * @param velocity its stored velocity [3]; zeros where there are no velocities
 * @param massExponent all masses are below two to that power
 * @param speedExponent so are the absolute components of all velocities
 */
public record GroupReference(
    long id, int[] position, double[] velocity, int massExponent, int speedExponent) {
  /** Longs of a row. */
  public static final int LONGS = 6;

  /** The long of a row that is the ID. */
  public static final int ID = 0;

  /** Exponent of the bound of 0, the smallest one. */
  public static final int LEAST_EXPONENT = Double.MIN_EXPONENT;

  /**
   * Sums have so many bits that one unit does for all groups where squares of velocities times
   * masses differ by this power of two.
   */
  private static final int COMMON_UNIT_SPREAD = 56;

  private static final int EXPONENTS = 2;
  private static final int VELOCITY = 3;

  /** The exponent of the power of two just above a number that is not negative. */
  public static int exponentAbove(double value) {
    return Math.getExponent(value) + 1;
  }

  /** Whether all groups can have the bounds of all particles. */
  public static boolean commonUnits(Magnitudes magnitudes) {
    return magnitudes.spread() <= COMMON_UNIT_SPREAD;
  }

  /** The reference in a row of a table. */
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

  /** The reference of two parts of a group; of equal IDs this one's. */
  GroupReference and(GroupReference other) {
    GroupReference member = Long.compareUnsigned(other.id, id) < 0 ? other : this;
    return new GroupReference(
        member.id,
        member.position,
        member.velocity,
        Math.max(massExponent, other.massExponent),
        Math.max(speedExponent, other.speedExponent));
  }
}
