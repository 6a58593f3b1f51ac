package org.jzfof.subhalo;

import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;

/**
 * Units of the sums of one group, powers of two: no number and no sum overflows, and they depend on
 * nothing but its members.
 *
 * @param mass above all masses
 * @param speed above all components of velocities
 * @param depth integers in a potential of 1
 */
record GroupUnits(double mass, double speed, double depth) {
  private static final int SUM_BITS = 62;

  static GroupUnits of(SubhaloMembers members, int group, SubhaloPhysics physics) {
    double mass = 0;
    double speed = 0;
    for (int row = members.start()[group]; row < members.start()[group + 1]; row++) {
      mass = Math.max(mass, members.mass()[row]);
      for (int d = 0; d < 3; d++) {
        speed = Math.max(speed, Math.abs(members.velocity()[3 * row + d]));
      }
    }
    double term = mass * physics.softening().largest();
    int ofTerm = PotentialSums.TERM_BITS - 1 - Math.getExponent(term);
    int ofSum = SUM_BITS - 1 - Math.getExponent(term * members.length(group));
    return new GroupUnits(
        above(mass), above(speed), term > 0 ? Math.scalb(1.0, Math.min(ofTerm, ofSum)) : 1);
  }

  private static double above(double value) {
    return Math.scalb(1.0, Math.getExponent(value) + 1);
  }
}
