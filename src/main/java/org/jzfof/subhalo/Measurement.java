package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.subhalo.members.Loops;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Measures subhaloes of one group. Sums that are not exact go from the most bound member to the
 * least, or from the centre outwards.
 */
final class Measurement {
  /** Members whose terms are computed before they are summed. */
  private static final int AT_ONCE = 1 << 18;

  private final SubhaloMembers members;
  private final SubhaloPhysics physics;
  private final Motion motion;
  private final Loops loops;

  /**
   * @param loops over members
   */
  Measurement(SubhaloMembers members, SubhaloPhysics physics, GroupUnits units, Loops loops) {
    this.loops = loops;
    this.members = members;
    this.physics = physics;
    this.motion = new Motion(members, physics, units);
  }

  /** Measures what is bound. */
  SubhaloProperties measure(Unbinding.Bound bound) {
    MemberSet set = new MemberSet(members, bound.rows().clone());
    int deepest =
        IntStream.range(0, set.count())
            .filter(i -> set.row(i) == bound.deepest())
            .findFirst()
            .orElseThrow();
    motion.setOrigin(set, deepest);
    motion.measure(set.rows(), loops);
    double[] sums = sums(set);
    double a = physics.scaleFactor();
    double mass = motion.mass();
    RadialProfile profile = new RadialProfile(members.map(), set, deepest, loops);
    double[] ofType = new double[members.types()];
    Arrays.setAll(ofType, t -> profile.halfMass(t) * a);
    return new SubhaloProperties(
        mass,
        motion.centre(),
        motion.meanVelocity(),
        Math.sqrt(sums[0] / (3 * mass)),
        Arrays.stream(sums, 1, 4).map(m -> m * a / mass).toArray(),
        Math.sqrt(physics.gravity() * profile.peak()),
        profile.peakRadius() * a,
        new SubhaloProperties.Radii(profile.halfMass() * a, ofType, profile.farthest() * a));
  }

  /** Sums of m v² and of the three components of m x × v. */
  private double[] sums(MemberSet set) {
    double[] sums = new double[4];
    double[] terms = new double[sums.length * Math.min(set.count(), AT_ONCE)];
    for (int first = 0; first < set.count(); first += AT_ONCE) {
      int from = first;
      int some = Math.min(AT_ONCE, set.count() - first);
      loops.forEach(some, Loops.GRAIN, i -> putTerms(set, from + i, terms, sums.length * i));
      for (int i = 0; i < sums.length * some; i++) {
        sums[i % sums.length] += terms[i];
      }
    }
    return sums;
  }

  private void putTerms(MemberSet set, int i, double[] terms, int at) {
    double[] x = new double[3];
    double[] v = new double[3];
    for (int d = 0; d < 3; d++) {
      x[d] = motion.place(set, i, d);
      v[d] = motion.velocity(set, i, d);
    }
    double mass = set.mass(i);
    terms[at] = mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    terms[at + 1] = mass * (x[1] * v[2] - x[2] * v[1]);
    terms[at + 2] = mass * (x[2] * v[0] - x[0] * v[2]);
    terms[at + 3] = mass * (x[0] * v[1] - x[1] * v[0]);
  }
}
