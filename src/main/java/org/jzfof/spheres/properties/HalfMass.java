package org.jzfof.spheres.properties;

import java.util.Arrays;
import org.jzfof.threads.Parallel;

/**
 * The threshold at which the enclosed mass of members, sorted by distance, counts as half of their
 * mass. For members of equal mass this is Gadget-4's rule (subfind_properties.cc): it adds masses
 * one by one in double precision and compares with half of the last sum, so that rounding decides
 * whether a member reaches exactly a half. For different masses, sums have no defined order; the
 * threshold is then half the mass minus a small part, so that rounding decides nothing.
 */
public final class HalfMass {
  /** Part of the mass that may be missing; larger than the rounding errors of sums. */
  private static final double SPARE = 1e-10;

  private static final long SPARES = Math.round(1 / SPARE);

  private HalfMass() {}

  /** Returns the smallest sum that counts as half of the mass of members of different masses. */
  public static long threshold(long mass) {
    return mass - mass / 2 - mass / SPARES;
  }

  /**
   * Returns the smallest sum, over members one by one, that counts as half of the mass.
   *
   * @param mass sum over all members, one by one
   * @param same whether all particles have the same mass
   */
  public static double threshold(double mass, boolean same) {
    return same ? mass / 2 : mass / 2 * (1 - 2 * SPARE);
  }

  /**
   * Returns how many members of equal mass count as half of groups of members.
   *
   * @param lengths numbers of members of the groups
   */
  public static long[] members(long[] lengths, double mass) {
    long[] sorted = distinct(lengths);
    double[] half = new double[sorted.length];
    double sum = 0;
    long number = 0;
    for (int i = 0; i < sorted.length; i++) {
      for (; number < sorted[i]; number++) {
        sum += mass;
      }
      half[i] = threshold(sum, true);
    }
    long[] halfLength = new long[sorted.length];
    sum = 0;
    number = 0;
    for (int i = 0; i < sorted.length; i++) {
      for (; sum < half[i]; number++) {
        sum += mass;
      }
      halfLength[i] = number;
    }
    long[] halves = new long[lengths.length];
    Parallel.forEach(
        lengths.length,
        Parallel.GRAIN,
        g -> halves[g] = halfLength[Arrays.binarySearch(sorted, lengths[g])]);
    return halves;
  }

  /** Returns the different numbers, increasing. */
  private static long[] distinct(long... numbers) {
    long[] sorted = numbers.clone();
    Parallel.sort(sorted);
    int count = 0;
    for (long number : sorted) {
      if (count == 0 || sorted[count - 1] != number) {
        sorted[count++] = number;
      }
    }
    return Arrays.copyOf(sorted, count);
  }
}
