package org.jzfof.subhalo.members;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.domain.FixedPoint;

/**
 * The members of m groups in which subhaloes are looked for, group by group in any order, on the
 * host. No two members of a group have the same ID.
 *
 * @param map fixed-point map of the places
 * @param start first member of each group, and their number [groups + 1]
 * @param position fixed-point coordinates [3m]
 * @param velocity peculiar velocities a dx/dt [3m]
 * @param mass [m]
 * @param thermal thermal energies per unit mass, 0 but for gas [m]
 * @param id [m]
 * @param type from 0 to {@code types} [m]
 * @param types number of particle types
 * @param density local density [m]
 * @param denser the one or two nearest members, of the nearest few of the group, that come earlier
 *     by decreasing density and increasing ID: their places in the group, the nearest first; or
 *     {@link #NONE} [2m]
 */
public record SubhaloMembers(
    FixedPoint map,
    int[] start,
    int[] position,
    double[] velocity,
    double[] mass,
    double[] thermal,
    long[] id,
    byte[] type,
    int types,
    double[] density,
    int[] denser) {
  /** Where there is no denser member. */
  public static final int NONE = -1;

  /**
   * @throws IllegalArgumentException if a column is too short
   */
  public SubhaloMembers {
    int count = start[start.length - 1];
    int shortest =
        Math.min(
            Math.min(Math.min(position.length, velocity.length) / 3, denser.length / 2),
            Math.min(
                Math.min(Math.min(mass.length, thermal.length), id.length),
                Math.min(type.length, density.length)));
    if (shortest < count) {
      throw new IllegalArgumentException(count + " members, but a column of " + shortest);
    }
  }

  /** Room for members, without links. */
  public static SubhaloMembers allocate(FixedPoint map, int[] start, int types) {
    int count = start[start.length - 1];
    return new SubhaloMembers(
        map,
        start,
        new int[3 * count],
        new double[3 * count],
        new double[count],
        new double[count],
        new long[count],
        new byte[count],
        types,
        new double[count],
        new int[2 * count]);
  }

  /** The columns of members that are sent: all but the links. */
  public TypedColumns columns() {
    return new TypedColumns()
        .longs(id, 1)
        .doubles(velocity, 3)
        .doubles(mass, 1)
        .doubles(thermal, 1)
        .doubles(density, 1)
        .ints(position, 3)
        .bytes(type);
  }

  /** The same columns, as far as gravity needs them. */
  public PointMasses masses() {
    return new PointMasses(map, position, mass, id);
  }

  /** The smaller one of two unsigned IDs. */
  public static long smaller(long id, long other) {
    return Long.compareUnsigned(id, other) < 0 ? id : other;
  }

  /** Number of groups. */
  public int groups() {
    return start.length - 1;
  }

  /** Members of a group. */
  public int length(int group) {
    return start[group + 1] - start[group];
  }
}
