package org.jzfof.subhalo;

import java.util.Arrays;

/**
 * Properties of a set of bound particles (Gadget-4, subfind_properties.cc).
 *
 * @param centreOfMass comoving, in the box
 * @param velocity mean peculiar velocity
 * @param dispersion of velocities in one dimension, with the Hubble flow
 * @param spin specific angular momentum, in physical lengths
 * @param maximum largest circular velocity
 * @param maximumRadius where it is, physical
 * @param halfMassRadius physical, of all types and then of each
 * @param enclosing physical, of the farthest member
 */
record OracleProperties(
    double mass,
    double[] centreOfMass,
    double[] velocity,
    double dispersion,
    double[] spin,
    double maximum,
    double maximumRadius,
    double[] halfMassRadius,
    double enclosing) {
  private static final int TYPES = 6;

  /** Innermost particles that tell no circular velocity. */
  private static final int INNERMOST = 6;

  /**
   * @param group that the members are of
   * @param deepest particle from which radii are measured
   */
  static OracleProperties of(
      OracleParticles all, SubhaloPhysics physics, int[] group, int[] members, int deepest) {
    OracleMotion motion = new OracleMotion(all, physics, group, members, deepest);
    double squares = 0;
    double[] spin = new double[3];
    for (int i : members) {
      double m = all.mass()[i];
      squares += m * motion.squaredSpeed(i);
      for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3;
        int f = (d + 2) % 3;
        spin[d] +=
            m
                * (motion.place(i, e) * motion.velocity(i, f)
                    - motion.place(i, f) * motion.velocity(i, e));
      }
    }
    double mass = motion.mass();
    int[] outward = all.byDistance(deepest, Arrays.stream(members));
    double[] peak = peak(all, physics, outward, deepest);
    double[] half = new double[1 + TYPES];
    half[0] = halfMassRadius(all, physics, outward, deepest) * physics.scaleFactor();
    for (int t = 0; t < TYPES; t++) {
      int type = t;
      int[] some = Arrays.stream(outward).filter(i -> all.type()[i] == type).toArray();
      half[1 + t] = halfMassRadius(all, physics, some, deepest) * physics.scaleFactor();
    }
    return new OracleProperties(
        mass,
        new double[] {motion.centre(0), motion.centre(1), motion.centre(2)},
        new double[] {motion.meanVelocity(0), motion.meanVelocity(1), motion.meanVelocity(2)},
        Math.sqrt(squares / (3 * mass)),
        Arrays.stream(spin).map(s -> s * physics.scaleFactor() / mass).toArray(),
        peak[0],
        peak[1],
        half,
        Arrays.stream(members).mapToDouble(i -> all.length(all.square(deepest, i))).max().orElse(0)
            * physics.scaleFactor());
  }

  private static double[] peak(
      OracleParticles all, SubhaloPhysics physics, int[] outward, int deepest) {
    double within = 0;
    double largest = 0;
    double at = 0;
    for (int n = 0; n < outward.length; n++) {
      within += all.mass()[outward[n]];
      double r = all.length(all.square(deepest, outward[n]));
      if (n >= INNERMOST && r > 0 && within / r >= largest) {
        largest = within / r;
        at = r;
      }
    }
    return new double[] {Math.sqrt(physics.gravity() * largest), at * physics.scaleFactor()};
  }

  /** Midway between the two distances of particles where the mass within passes a half. */
  private static double halfMassRadius(
      OracleParticles all, SubhaloPhysics physics, int[] outward, int deepest) {
    double total = 0;
    for (int i : outward) {
      total += all.mass()[i];
    }
    double least = physics.oneMass() ? total / 2 : total * (0.5 - 1e-10);
    double within = 0;
    for (int i : outward) {
      within += all.mass()[i];
      double r = all.length(all.square(deepest, i));
      if (within >= least) {
        double inner =
            Arrays.stream(outward)
                .mapToDouble(j -> all.length(all.square(deepest, j)))
                .filter(other -> other < r)
                .max()
                .orElse(r);
        return (inner + r) / 2;
      }
    }
    return 0;
  }
}
