package org.jzfof.spheres.properties;

import java.util.Arrays;

/**
 * How much of the mass of some members, taken by their distances, is half of it. Where all have one
 * mass, this is Gadget-4's rule (subfind_properties.cc): sums of doubles, one member after another,
 * are compared with half of the last one, so that their rounding decides where a member reaches
 * exactly a half. Where masses differ, sums need not have an order: half less a small part of the
 * mass is enough, so that rounding decides nothing.
 */
public final class HalfMass {
  /** What may be missing, over the mass; more than what sums are rounded by. */
  private static final double SPARE = 1e-10;

  private static final long SPARES = Math.round(1 / SPARE);

  private HalfMass() {}

  /** The least sum that is half of the mass of members whose masses differ. */
  public static long least(long mass) {
    return mass - mass / 2 - mass / SPARES;
  }

  /**
   * The least sum, one member after another, that is half of the mass.
   *
   * @param mass sum of all, likewise
   * @param same whether all members, of which these are some, have one mass
   */
  public static double least(double mass, boolean same) {
    return same ? mass / 2 : mass / 2 * (1 - 2 * SPARE);
  }

  /**
   * How many members of one mass are half of some.
   *
   * @param lengths numbers of members
   * @param mass of each member
   */
  public static long[] members(long[] lengths, double mass) {
    long[] sorted = Arrays.stream(lengths).sorted().distinct().toArray();
    double[] half = new double[sorted.length];
    double sum = 0;
    long number = 0;
    for (int i = 0; i < sorted.length; i++) {
      for (; number < sorted[i]; number++) {
        sum += mass;
      }
      half[i] = least(sum, true);
    }
    long[] least = new long[sorted.length];
    sum = 0;
    number = 0;
    for (int i = 0; i < sorted.length; i++) {
      for (; sum < half[i]; number++) {
        sum += mass;
      }
      least[i] = number;
    }
    return Arrays.stream(lengths).map(n -> least[Arrays.binarySearch(sorted, n)]).toArray();
  }
}
