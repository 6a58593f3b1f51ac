package org.jzfof.spheres.properties;

/**
 * Members of groups by their distances from the centres of the groups: mass M(q) of all members
 * whose square of the distance ({@link org.jzfof.fof.LinkCriterion#square}) is at most q.
 */
public interface MassProfiles extends AutoCloseable {
  /** Longs of a row of {@link #extremes}. */
  int EXTREMES = 7;

  /** Number of members. */
  int NUMBER = 0;

  /** Mass of all. */
  int MASS = 1;

  /** Largest square. */
  int LARGEST = 2;

  /** Smallest square of a member with M(q) at least half of the mass of all; 0 without mass. */
  int HALF = 3;

  /** Largest square of a member below {@link #HALF}; the same where there is none. */
  int BEFORE_HALF = 4;

  /**
   * Bits of the largest {@link #peak} of members from the {@link #FIRST_OF_PEAK}th on, ties of
   * distance included; 0 if there are fewer members, or all are in the centre.
   */
  int PEAK = 5;

  /** Smallest square of a member with that value. */
  int PEAK_SQUARE = 6;

  /** The member from which on a circular velocity is one: the seventh, counted from 1. */
  int FIRST_OF_PEAK = 7;

  /**
   * Properties of all groups, of the members here.
   *
   * @param half what counts as half of the mass of each group [G]; null for {@link
   *     HalfMass#least(long)} of it
   * @return rows of {@link #EXTREMES} numbers [G]; the half is of no use in a group that has not
   *     all of its members here
   */
  long[] extremes(long[] half);

  /**
   * Number and mass of members within distances.
   *
   * @param group of each question
   * @param square of each, unsigned
   * @return numbers and masses, in turn
   */
  long[] within(int[] group, long[] square);

  /** Frees what is held. */
  @Override
  void close();

  /**
   * What is largest where the circular velocity is: its fourth power but for a factor.
   *
   * @param mass inside
   * @param length2 square of the radius
   */
  static double peak(long mass, double length2) {
    double m = mass;
    return m * m / length2;
  }

  /** A square of a distance as a number, in cells where the metric is isotropic. */
  static double number(long square, boolean isotropic) {
    if (!isotropic) {
      return Double.longBitsToDouble(square);
    }
    // Rounded once, also from 2^63 on.
    return square >= 0 ? square : ((square >>> 1) | (square & 1)) * 2.0;
  }
}
