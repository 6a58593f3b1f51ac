package org.jzfof.subhalo;

import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * Units of the sums of one group, powers of two: no number and no sum overflows, and they depend on
 * nothing but its members.
 *
 * @param mass above all masses
 * @param speed above all components of velocities
 * @param depth integers in a potential of 1
 */
public record GroupUnits(double mass, double speed, double depth) {
  private static final int SUM_BITS = 62;

  static GroupUnits of(SubhaloMembers members, int group, SubhaloPhysics physics) {
    double[] most = largest(members, group);
    return of(most[0], most[1], members.length(group), physics);
  }

  /** Largest mass, and largest component of a velocity either way [2]. */
  public static double[] largest(SubhaloMembers members, int group) {
    int start = members.start()[group];
    double[] most = new double[2];
    Parallel.forRange(
        members.length(group),
        Parallel.GRAIN,
        (from, to) -> {
          double mass = largest(members.mass(), start + from, start + to);
          double speed = largest(members.velocity(), 3 * (start + from), 3 * (start + to));
          synchronized (most) {
            most[0] = Math.max(most[0], mass);
            most[1] = Math.max(most[1], speed);
          }
        });
    return most;
  }

  /**
   * Units of a group with so many members.
   *
   * @param mass largest one
   * @param speed largest component of a velocity
   */
  public static GroupUnits of(double mass, double speed, long members, SubhaloPhysics physics) {
    double term = mass * physics.softening().largest();
    int ofTerm = PotentialSums.TERM_BITS - 1 - Math.getExponent(term);
    int ofSum = SUM_BITS - 1 - Math.getExponent(term * members);
    return new GroupUnits(
        above(mass), above(speed), term > 0 ? Math.scalb(1.0, Math.min(ofTerm, ofSum)) : 1);
  }

  private static double largest(double[] values, int from, int to) {
    double largest = 0;
    for (int i = from; i < to; i++) {
      largest = Math.max(largest, Math.abs(values[i]));
    }
    return largest;
  }

  private static double above(double value) {
    return Math.scalb(1.0, Math.getExponent(value) + 1);
  }
}
