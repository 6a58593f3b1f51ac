package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Removes what is not bound from sets of members of one group, a few of the least bound ones at a
 * time (Gadget-4, subfind_unbind.cc). Potentials are integers: that of what was removed is taken
 * away, and what is left is the sum over all others.
 */
final class Unbinding {
  /** Members that one pass removes at most, or a 50th of them. */
  private static final int FEW = 5;

  private static final int PART = 50;

  /** Potentials are renewed when one for every 5 that are left has been removed. */
  private static final int STALE = 5;

  private final SubhaloMembers members;
  private final SubhaloPhysics physics;
  private final GroupUnits units;
  private final PotentialSums sums;
  private final Motion motion;

  Unbinding(SubhaloMembers members, SubhaloPhysics physics, GroupUnits units, PotentialSums sums) {
    this.members = members;
    this.physics = physics;
    this.units = units;
    this.sums = sums;
    this.motion = new Motion(members.map(), physics, units);
  }

  /**
   * What is bound.
   *
   * @param rows among all members, the most bound first
   * @param deepest row of the deepest
   */
  record Bound(int[] rows, int deepest) {}

  /**
   * Removes what is not bound.
   *
   * @param free rows of the members of a set; of no meaning afterwards
   * @return null where fewer are bound than a subhalo has
   */
  Bound unbind(int[] free) {
    if (free.length < SubhaloKernels.LEAST) {
      return null;
    }
    MemberSet left = new MemberSet(members, free);
    left.addAll(sums, units.depth(), physics.softening().largest());
    int[] removed = new int[free.length];
    while (left.count() >= SubhaloKernels.LEAST) {
      int start = left.count();
      int deepest = left.deepest();
      int deepestRow = left.row(deepest);
      motion.setOrigin(left, deepest);
      int before;
      double[] energy;
      do {
        before = left.count();
        energy = energies(left);
        left.drop(energy, limit(energy), removed, start - before);
      } while (left.count() < before
          && left.count() >= SubhaloKernels.LEAST
          && STALE * (long) (start - left.count()) < left.count());
      if (left.count() == start) {
        return new Bound(mostBoundFirst(left, energy), deepestRow);
      }
      int[] gone = Arrays.copyOf(removed, start - left.count());
      left.subtract(new MemberSet(members, gone).masses(), sums, units.depth());
    }
    return null;
  }

  private double[] energies(MemberSet left) {
    motion.measure(left);
    double unit = physics.gravity() / units.depth();
    double[] energy = new double[left.count()];
    for (int i = 0; i < energy.length; i++) {
      energy[i] = 0.5 * motion.squaredSpeed(left, i) - unit * left.depth(i);
    }
    return energy;
  }

  /** Energy above which members are removed: not below 0, and for a few of them only. */
  private static double limit(double[] energy) {
    int few = Math.max(FEW, energy.length / PART);
    double[] unbound = Arrays.stream(energy).filter(e -> e > 0).sorted().toArray();
    return unbound.length > few ? unbound[unbound.length - 1 - few] : 0;
  }

  private static int[] mostBoundFirst(MemberSet left, double[] energy) {
    return IntStream.range(0, left.count())
        .boxed()
        .sorted(
            Comparator.<Integer>comparingDouble(i -> energy[i])
                .thenComparing(left::id, Long::compareUnsigned))
        .mapToInt(left::row)
        .toArray();
  }
}
