package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jzfof.subhalo.members.Loops;
import org.jzfof.subhalo.members.MemberRows;
import org.jzfof.subhalo.members.PlaceOrder;
import org.jzfof.subhalo.members.SortedOrder;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;

/**
 * Removes what is not bound from a set of members of one group, a few of the least bound ones at a
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
  private final Motion motion;
  private final Supplier<int[]> free;
  private MemberSet left;
  private int[] removed;
  private double[] energy = {};
  private Bound bound;

  /**
   * @param free rows of the members of the set, asked for at the first step
   */
  Unbinding(
      SubhaloMembers members, SubhaloPhysics physics, GroupUnits units, Supplier<int[]> free) {
    this.members = members;
    this.physics = physics;
    this.units = units;
    this.motion = new Motion(members, physics, units);
    this.free = free;
  }

  /**
   * What is bound.
   *
   * @param rows among all members, the most bound first
   * @param deepest row of the deepest
   */
  record Bound(int[] rows, int deepest) {}

  /** What is bound in the end, or null where that is less than a subhalo has. */
  Bound bound() {
    return bound;
  }

  /**
   * Goes on until potentials are needed; the next step is made when they have been added.
   *
   * @param loops over members
   * @return null when it is decided what is bound
   */
  PotentialSums.Request step(Loops loops) {
    if (left == null) {
      int[] rows = free.get();
      MemberRows all = new MemberRows(rows.length, rows);
      left =
          new MemberSet(
              members, rows.length < Loops.MANY ? rows : PlaceOrder.of(members.masses(), all));
      removed = new int[left.count()];
      return left.count() < SubhaloKernels.LEAST
          ? null
          : left.all(units.depth(), physics.softening().largest(), loops);
    }
    if (left.count() < SubhaloKernels.LEAST) {
      return null;
    }
    int start = left.count();
    int deepest = left.deepest(loops);
    int deepestRow = left.row(deepest);
    motion.setOrigin(left, deepest);
    motion.measure(left.rows(), loops);
    int before;
    do {
      before = left.count();
      findEnergies(loops);
      left.drop(energy, limit(before), removed, start - before, loops);
      motion.remove(removed, start - before, start - left.count(), loops);
    } while (left.count() < before
        && left.count() >= SubhaloKernels.LEAST
        && STALE * (long) (start - left.count()) < left.count());
    if (left.count() == start) {
      bound = new Bound(mostBoundFirst(loops), deepestRow);
      return null;
    }
    return left.without(new MemberRows(start - left.count(), removed), units.depth());
  }

  private void findEnergies(Loops loops) {
    double unit = physics.gravity() / units.depth();
    energy = energy.length < left.count() ? new double[left.count()] : energy;
    loops.forEach(
        left.count(),
        Loops.GRAIN,
        i -> {
          double warm = 0.5 * motion.squaredSpeed(left, i) + left.thermal(i);
          energy[i] = warm - unit * left.depth(i);
        });
  }

  /** Energy above which members are removed: not below 0, and for a few of them only. */
  private double limit(int count) {
    int few = Math.max(FEW, count / PART);
    double[] unbound =
        Loops.indices(count).mapToDouble(i -> energy[i]).filter(e -> e > 0).toArray();
    Arrays.parallelSort(unbound);
    return unbound.length > few ? unbound[unbound.length - 1 - few] : 0;
  }

  private int[] mostBoundFirst(Loops loops) {
    int[] order = SortedOrder.increasing(Arrays.copyOf(energy, left.count()), left::id);
    loops.forEach(order.length, Loops.GRAIN, i -> order[i] = left.row(order[i]));
    return order;
  }
}
