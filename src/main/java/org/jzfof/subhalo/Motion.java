package org.jzfof.subhalo;

import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.ExactSums;

/**
 * Places and velocities of members about the centre of mass and the mean velocity of all that are
 * left of a set. The sums are exact, as in {@link ExactSums}.
 */
final class Motion {
  private static final int MASS = 0;
  private static final int CELLS = 1;
  private static final int VELOCITY = 4;
  private static final int SUMS = 7;

  /** Cells in a unit of differences of positions. */
  private static final double UNIT_CELLS = 0x1p31;

  /** Members that are worth a part of a loop, up to the 2^19 that slices hold. */
  private static final int UNDER_WAY = 1 << 12;

  private final FixedPoint map;
  private final SubhaloPhysics physics;
  private final GroupUnits units;
  private final int[] origin = new int[3];
  private final double[] cells = new double[3];
  private final double[] velocity = new double[3];
  private double mass;

  Motion(FixedPoint map, SubhaloPhysics physics, GroupUnits units) {
    this.map = map;
    this.physics = physics;
    this.units = units;
  }

  /** Takes the images of all others that are nearest to a member. */
  void setOrigin(MemberSet set, int i) {
    for (int d = 0; d < 3; d++) {
      origin[d] = set.place(i, d);
    }
  }

  /**
   * Sums up a set.
   *
   * @param loops over its members
   */
  void measure(MemberSet set, Loops loops) {
    long[] sums = new long[ExactSums.LONGS * SUMS];
    loops.forRange(
        set.count(),
        UNDER_WAY,
        (from, to) -> {
          for (int first = from; first < to; first += UNDER_WAY) {
            long[] part = new long[sums.length];
            addTo(part, set, first, Math.min(first + UNDER_WAY, to));
            synchronized (sums) {
              ExactSums.addRow(sums, 0, part, 0, sums.length);
            }
          }
        });
    double total = value(sums, MASS);
    mass = total * units.mass();
    for (int d = 0; d < 3; d++) {
      cells[d] = total > 0 ? value(sums, CELLS + d) / total * UNIT_CELLS : 0;
      velocity[d] = total > 0 ? value(sums, VELOCITY + d) / total * units.speed() : 0;
    }
  }

  private static double value(long[] sums, int which) {
    return ExactSums.value(sums, ExactSums.LONGS * which);
  }

  private void addTo(long[] sums, MemberSet set, int from, int to) {
    ExactSums.Slices[] slices = new ExactSums.Slices[SUMS];
    for (int k = 0; k < SUMS; k++) {
      slices[k] = new ExactSums.Slices();
    }
    for (int i = from; i < to; i++) {
      double m = set.mass(i) / units.mass();
      slices[MASS].add(m);
      for (int d = 0; d < 3; d++) {
        slices[CELLS + d].add(m * ((set.place(i, d) - origin[d]) / UNIT_CELLS));
        slices[VELOCITY + d].add(m * (set.velocity(i, d) / units.speed()));
      }
    }
    for (int k = 0; k < SUMS; k++) {
      slices[k].addTo(sums, ExactSums.LONGS * k);
    }
  }

  double mass() {
    return mass;
  }

  /** Mean peculiar velocity [3]. */
  double[] meanVelocity() {
    return velocity.clone();
  }

  /** Centre of mass, in the box [3]. */
  double[] centre() {
    double[] centre = new double[3];
    for (int d = 0; d < 3; d++) {
      centre[d] = map.toLength(origin[d] + cells[d], d);
    }
    return centre;
  }

  /** Comoving place of a member from the centre of mass. */
  double place(MemberSet set, int i, int d) {
    return (set.place(i, d) - origin[d] - cells[d]) * map.cell()[d];
  }

  /** Velocity of a member from the mean one, the Hubble flow added. */
  double velocity(MemberSet set, int i, int d) {
    return set.velocity(i, d) - velocity[d] + physics.hubble() * place(set, i, d);
  }

  double squaredSpeed(MemberSet set, int i) {
    double vx = velocity(set, i, 0);
    double vy = velocity(set, i, 1);
    double vz = velocity(set, i, 2);
    return vx * vx + vy * vy + vz * vz;
  }
}
