package org.jzfof.catalogue;

import java.util.Arrays;

/**
 * Groups in catalogue order (decreasing length, ties by smallest member ID) with their properties.
 * Arrays are indexed by group g, per-type arrays by g·types + type, vectors by 3·g + dimension.
 *
 * @param groups number of groups
 * @param types number of particle types
 * @param length members per group
 * @param lengthType members per group and type
 * @param mass group mass, snapshot mass units
 * @param massType mass per group and type
 * @param position periodic centre of mass in the box, snapshot length units
 * @param velocity mass-weighted mean of the stored velocities
 * @param inertiaRadius sqrt(sum m |x - x_com|^2 / M), snapshot length units
 * @param velocityDispersion 1-D: sqrt(sum m |v - v_mean|^2 / 3M), in stored velocity units
 * @param enclosingRadius largest distance of a member from the centre of mass, snapshot length
 *     units; zeros where it was not asked for
 * @param memberIds particle IDs of all members; none when they were not asked for
 */
public record GroupCatalogue(
    int groups,
    int types,
    long[] length,
    long[] lengthType,
    double[] mass,
    double[] massType,
    double[] position,
    double[] velocity,
    double[] inertiaRadius,
    double[] velocityDispersion,
    double[] enclosingRadius,
    MemberIds memberIds) {

  /** A catalogue without groups. */
  public static GroupCatalogue empty(int types) {
    return allocate(0, types);
  }

  /** A catalogue of zeros, to be filled. */
  static GroupCatalogue allocate(int groups, int types) {
    return new GroupCatalogue(
        groups,
        types,
        new long[groups],
        new long[groups * types],
        new double[groups],
        new double[groups * types],
        new double[3 * groups],
        new double[3 * groups],
        new double[groups],
        new double[groups],
        new double[groups],
        MemberIds.of());
  }

  /** The same groups with the IDs of their members. */
  public GroupCatalogue withMemberIds(MemberIds ids) {
    return new GroupCatalogue(
        groups,
        types,
        length,
        lengthType,
        mass,
        massType,
        position,
        velocity,
        inertiaRadius,
        velocityDispersion,
        enclosingRadius,
        ids);
  }

  /** The first groups, at most so many, without member IDs. */
  GroupCatalogue first(int most) {
    int n = Math.min(most, groups);
    return new GroupCatalogue(
        n,
        types,
        Arrays.copyOf(length, n),
        Arrays.copyOf(lengthType, n * types),
        Arrays.copyOf(mass, n),
        Arrays.copyOf(massType, n * types),
        Arrays.copyOf(position, 3 * n),
        Arrays.copyOf(velocity, 3 * n),
        Arrays.copyOf(inertiaRadius, n),
        Arrays.copyOf(velocityDispersion, n),
        Arrays.copyOf(enclosingRadius, n),
        MemberIds.of());
  }

  /** Memory of all but the member IDs. */
  public long heapBytes() {
    return (long) groups * Double.BYTES * (11 + 2L * types);
  }

  /** Members of all groups together. */
  public long members() {
    long sum = 0;
    for (long l : length) {
      sum += l;
    }
    return sum;
  }
}
