package org.jzfof.subhalo.members;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.domain.FixedPoint;

/**
 * The members of groups in which subhaloes are searched, group by group, on the host. Members of a
 * group are in any order. IDs are unique in a group.
 *
 * @param start first member of each group, and the number of members m [groups + 1]
 * @param position fixed-point coordinates [3m]
 * @param velocity peculiar velocities a dx/dt [3m]
 * @param mass [m]
 * @param thermal thermal energies per unit mass, 0 except for gas [m]
 * @param id [m]
 * @param type particle types, at least 0 and less than {@code types} [m]
 * @param density local density [m]
 * @param denser indices in the group of the one or two nearest members that come earlier by
 *     decreasing density and increasing ID, among the few nearest members; the nearest first, or
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
  /** Index that stands for no denser member. */
  public static final int NONE = -1;

  /**
   * Bytes of the Java heap of a member: its columns here and on their way from another rank, and
   * the temporary arrays of a search by the host.
   */
  public static final long SEARCH_BYTES = 344;

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

  /** Allocates columns for members, without links. */
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

  /** Returns the columns that a transfer moves: all but the links. */
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

  /** Returns the columns that gravity needs. */
  public PointMasses masses() {
    return new PointMasses(map, position, mass, id);
  }

  /** Returns the number of groups. */
  public int groups() {
    return start.length - 1;
  }

  /** Returns the number of members of a group. */
  public int length(int group) {
    return start[group + 1] - start[group];
  }
}
