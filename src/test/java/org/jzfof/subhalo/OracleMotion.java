package org.jzfof.subhalo;

import java.util.function.IntToDoubleFunction;
import org.jzfof.groups.ExactSums;

/**
 * Places and velocities of particles about the centre of mass and the mean velocity of a set, with
 * the Hubble flow. Sums are exact but for one rounding of each product to a multiple of 2^-86 of
 * the largest that the group could have.
 */
final class OracleMotion {
  private final OracleParticles all;
  private final SubhaloPhysics physics;
  private final int origin;
  private final double mass;
  private final double[] cells = new double[3];
  private final double[] velocity = new double[3];

  /**
   * @param group that the set is of
   * @param origin particle to whose images others are nearest
   */
  OracleMotion(OracleParticles all, SubhaloPhysics physics, int[] group, int[] set, int origin) {
    this.all = all;
    this.physics = physics;
    this.origin = origin;
    double massUnit = powerAbove(OracleParticles.largest(all.mass(), 1, group));
    double speedUnit = powerAbove(OracleParticles.largest(all.velocity(), 3, group));
    double total = sum(set, i -> all.mass()[i] / massUnit);
    mass = total * massUnit;
    for (int d = 0; d < 3 && total > 0; d++) {
      int dim = d;
      cells[d] =
          sum(set, i -> all.mass()[i] / massUnit * (all.cells(origin, i, dim) / 0x1p31))
              / total
              * 0x1p31;
      velocity[d] =
          sum(set, i -> all.mass()[i] / massUnit * (all.velocity()[3 * i + dim] / speedUnit))
              / total
              * speedUnit;
    }
  }

  private static double powerAbove(double value) {
    return Math.scalb(1.0, Math.getExponent(value) + 1);
  }

  private static double sum(int[] set, IntToDoubleFunction number) {
    long[] sum = new long[ExactSums.LONGS];
    for (int i : set) {
      ExactSums.Slices one = new ExactSums.Slices();
      one.add(number.applyAsDouble(i));
      one.addTo(sum, 0);
    }
    return ExactSums.value(sum, 0);
  }

  /** Of the set. */
  double mass() {
    return mass;
  }

  /** Mean peculiar velocity. */
  double meanVelocity(int d) {
    return velocity[d];
  }

  /** Centre of mass, in the box. */
  double centre(int d) {
    return all.map().toLength(all.place()[3 * origin + d] + cells[d], d);
  }

  /** Comoving place of a particle from the centre of mass. */
  double place(int i, int d) {
    return (all.cells(origin, i, d) - cells[d]) * all.map().cell()[d];
  }

  /** Velocity of a particle from the mean one, the Hubble flow added. */
  double velocity(int i, int d) {
    return all.velocity()[3 * i + d] - velocity[d] + physics.hubble() * place(i, d);
  }

  double squaredSpeed(int i) {
    double x = velocity(i, 0);
    double y = velocity(i, 1);
    double z = velocity(i, 2);
    return x * x + y * y + z * z;
  }
}
