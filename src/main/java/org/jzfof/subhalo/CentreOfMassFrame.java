package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.groups.ExactSums;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * Positions and velocities of members relative to the centre of mass and the mean velocity of the
 * remaining members of a set. The sums are exact, as in {@link ExactSums}.
 */
final class CentreOfMassFrame {
  private static final int MASS = 0;
  private static final int CELLS = 1;
  private static final int VELOCITY = 4;
  private static final int SUMS = 7;

  /** Number of cells in the unit of position differences. */
  private static final double UNIT_CELLS = 0x1p31;

  /** Members per part of a parallel loop; at most the 2^19 that slices hold. */
  private static final int GRAIN = 1 << 12;

  private final SubhaloMembers members;
  private final SubhaloPhysics physics;
  private final GroupUnits units;
  private final SetReduction parts;
  private final int[] origin = new int[3];
  private final long[] sums = new long[ExactSums.LONGS * SUMS];
  private final double[] cells = new double[3];
  private final double[] velocity = new double[3];
  private double mass;

  CentreOfMassFrame(
      SubhaloMembers members, SubhaloPhysics physics, GroupUnits units, SetReduction parts) {
    this.members = members;
    this.physics = physics;
    this.units = units;
    this.parts = parts;
  }

  /** Sets the position to whose nearest periodic images the sums refer. */
  void setOrigin(int[] position) {
    System.arraycopy(position, 0, origin, 0, origin.length);
  }

  /**
   * Computes the sums of a set.
   *
   * @param set the part of the set on this rank
   */
  void measure(MemberSelection set) {
    Arrays.fill(sums, 0);
    add(sumsOf(set.row(), 0, set.count()));
  }

  /**
   * Subtracts members from the sums.
   *
   * @param row rows of members, of which [from, to) are no longer in the set
   */
  void remove(int[] row, int from, int to) {
    long[] removedSums = sumsOf(row, from, to);
    for (int k = 0; k < removedSums.length; k += ExactSums.LONGS) {
      removedSums[k + 1] = ~removedSums[k + 1] + (removedSums[k] == 0 ? 1 : 0);
      removedSums[k] = -removedSums[k];
    }
    add(removedSums);
  }

  private void add(long[] others) {
    for (long[] part : parts.gather(others)) {
      ExactSums.addRow(sums, 0, part, 0, sums.length);
    }
    double total = value(sums, MASS);
    mass = total * units.mass();
    for (int d = 0; d < 3; d++) {
      cells[d] = total > 0 ? value(sums, CELLS + d) / total * UNIT_CELLS : 0;
      velocity[d] = total > 0 ? value(sums, VELOCITY + d) / total * units.speed() : 0;
    }
  }

  private long[] sumsOf(int[] row, int begin, int end) {
    long[] all = new long[ExactSums.LONGS * SUMS];
    Parallel.forRange(
        end - begin,
        GRAIN,
        (from, to) -> {
          long[] part = new long[all.length];
          addTo(part, row, begin + from, begin + to);
          synchronized (all) {
            ExactSums.addRow(all, 0, part, 0, all.length);
          }
        });
    return all;
  }

  private static double value(long[] sums, int which) {
    return ExactSums.value(sums, ExactSums.LONGS * which);
  }

  private void addTo(long[] part, int[] row, int from, int to) {
    ExactSums.Slices[] slices = new ExactSums.Slices[SUMS];
    for (int k = 0; k < SUMS; k++) {
      slices[k] = new ExactSums.Slices();
    }
    for (int i = from; i < to; i++) {
      int at = row[i];
      double m = members.mass()[at] / units.mass();
      slices[MASS].add(m);
      for (int d = 0; d < 3; d++) {
        double difference = members.position()[3 * at + d] - origin[d];
        slices[CELLS + d].add(m * (difference / UNIT_CELLS));
        slices[VELOCITY + d].add(m * (members.velocity()[3 * at + d] / units.speed()));
      }
    }
    for (int k = 0; k < SUMS; k++) {
      slices[k].addTo(part, ExactSums.LONGS * k);
    }
  }

  double mass() {
    return mass;
  }

  /** Returns the mean peculiar velocity [3]. */
  double[] meanVelocity() {
    return velocity.clone();
  }

  /** Returns the centre of mass inside the box [3]. */
  double[] centre() {
    double[] centre = new double[3];
    for (int d = 0; d < 3; d++) {
      centre[d] = members.map().toLength(origin[d] + cells[d], d);
    }
    return centre;
  }

  /** Returns the comoving coordinate of a member relative to the centre of mass. */
  double position(MemberSet set, int i, int d) {
    return (set.position(i, d) - origin[d] - cells[d]) * members.map().cell()[d];
  }

  /** Returns the velocity of a member relative to the mean velocity, with the Hubble flow added. */
  double velocity(MemberSet set, int i, int d) {
    return set.velocity(i, d) - velocity[d] + physics.hubble() * position(set, i, d);
  }

  double squaredSpeed(MemberSet set, int i) {
    double vx = velocity(set, i, 0);
    double vy = velocity(set, i, 1);
    double vz = velocity(set, i, 2);
    return vx * vx + vy * vy + vz * vz;
  }
}
