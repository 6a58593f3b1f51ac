package org.jzfof.subhalo;

import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * Units of the sums of one group. They are powers of two, depend only on the members, and let
 * neither a term nor a sum overflow.
 *
 * @param mass power of two above all masses
 * @param speed power of two above all velocity components
 * @param depth factor from potentials to integers
 */
public record GroupUnits(double mass, double speed, double depth) {
  private static final int SUM_BITS = 62;

  static GroupUnits of(SubhaloMembers members, int group, SubhaloPhysics physics) {
    double[] largest = largest(members, group);
    return of(largest[0], largest[1], members.length(group), physics);
  }

  /** Returns the largest mass and the largest absolute velocity component [2]. */
  public static double[] largest(SubhaloMembers members, int group) {
    int start = members.start()[group];
    double[] largest = new double[2];
    Parallel.forRange(
        members.length(group),
        Parallel.GRAIN,
        (from, to) -> {
          double mass = largest(members.mass(), start + from, start + to);
          double speed = largest(members.velocity(), 3 * (start + from), 3 * (start + to));
          synchronized (largest) {
            largest[0] = Math.max(largest[0], mass);
            largest[1] = Math.max(largest[1], speed);
          }
        });
    return largest;
  }

  /**
   * Returns the units of a group.
   *
   * @param mass largest mass
   * @param speed largest absolute velocity component
   * @param members number of members
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
