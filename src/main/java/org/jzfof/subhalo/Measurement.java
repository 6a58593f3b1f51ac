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
  private final SubhaloMembers members;
  private final SubhaloPhysics physics;
  private final Motion motion;

  Measurement(SubhaloMembers members, SubhaloPhysics physics, GroupUnits units) {
    this.members = members;
    this.physics = physics;
    this.motion = new Motion(members.map(), physics, units);
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
    motion.measure(set, Loops.SERIAL);
    double squares = 0;
    double[] moment = new double[3];
    for (int i = 0; i < set.count(); i++) {
      squares += set.mass(i) * motion.squaredSpeed(set, i);
      for (int d = 0; d < 3; d++) {
        moment[d] += set.mass(i) * cross(set, i, (d + 1) % 3, (d + 2) % 3);
      }
    }
    double a = physics.scaleFactor();
    double mass = motion.mass();
    RadialProfile profile = new RadialProfile(members.map(), set, deepest);
    double[] ofType = new double[members.types()];
    boolean[] present = new boolean[ofType.length];
    for (int i = 0; i < set.count(); i++) {
      present[set.type(i)] = true;
    }
    Arrays.setAll(ofType, t -> present[t] ? profile.halfMass(i -> set.type(i) == t) * a : 0);
    return new SubhaloProperties(
        mass,
        motion.centre(),
        motion.meanVelocity(),
        Math.sqrt(squares / (3 * mass)),
        Arrays.stream(moment).map(m -> m * a / mass).toArray(),
        Math.sqrt(physics.gravity() * profile.peak()),
        profile.peakRadius() * a,
        profile.halfMass(i -> true) * a,
        ofType);
  }

  private double cross(MemberSet set, int i, int d, int e) {
    return motion.place(set, i, d) * motion.velocity(set, i, e)
        - motion.place(set, i, e) * motion.velocity(set, i, d);
  }
}
