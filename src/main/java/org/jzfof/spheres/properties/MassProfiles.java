package org.jzfof.spheres.properties;

/**
 * Mass profiles of groups about their centres: mass M(q) of all members whose squared distance
 * ({@link org.jzfof.fof.LinkCriterion#square}) is at most q.
 */
public interface MassProfiles extends AutoCloseable {
  /** Number of longs per row of {@link #extremes}. */
  int EXTREMES = 7;

  /** Column of the number of members. */
  int NUMBER = 0;

  /** Column of the mass of all members. */
  int MASS = 1;

  /** Column of the largest square. */
  int LARGEST = 2;

  /**
   * Column of the smallest square of a member with M(q) at least half of the mass; 0 without mass.
   */
  int HALF = 3;

  /**
   * Column of the largest square of a member below {@link #HALF}; equal to it if no member is
   * below.
   */
  int BEFORE_HALF = 4;

  /**
   * Column of the bits of the largest {@link #peak} of members from the {@link #FIRST_OF_PEAK}th
   * on, ties of distance included; 0 if the group has fewer members, or all are in the centre.
   */
  int PEAK = 5;

  /** Column of the smallest square of a member with this peak. */
  int PEAK_SQUARE = 6;

  /** Number of the first member whose circular velocity counts: the seventh, from 1 on. */
  int FIRST_OF_PEAK = 7;

  /**
   * Returns one row per group, from the members on this rank.
   *
   * @param half threshold of half the mass of each group [G]; null for {@link
   *     HalfMass#threshold(long)}
   * @return rows of {@link #EXTREMES} numbers [G]; columns of half the mass are meaningless for
   *     groups with members on other ranks
   */
  long[] extremes(long[] half);

  /**
   * Returns number and mass of members within distances.
   *
   * @param square squared distance of each query, unsigned
   * @return number and mass of each query, alternating
   */
  long[] within(int[] group, long[] square);

  /** Frees the profiles. */
  @Override
  void close();

  /** Returns the fourth power of the circular velocity, but for a constant factor. */
  static double peak(long mass, double length2) {
    double m = mass;
    return m * m / length2;
  }

  /** Converts a squared distance to a number, in cells if the metric is isotropic. */
  static double number(long square, boolean isotropic) {
    if (!isotropic) {
      return Double.longBitsToDouble(square);
    }
    // The conversion rounds once, also from 2^63 on.
    return square >= 0 ? square : ((square >>> 1) | (square & 1)) * 2.0;
  }
}
