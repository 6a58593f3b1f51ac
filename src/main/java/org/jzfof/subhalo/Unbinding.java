package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.PlaceOrder;
import org.jzfof.subhalo.members.SortedOrder;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * Removes what is not bound from a set of members of one group, a few of the least bound ones at a
 * time (Gadget-4, subfind_unbind.cc). Potentials are integers: that of what was removed is taken
 * away, and what is left is the sum over all others.
 */
public final class Unbinding {
  /** Members that one pass removes at most, or a 50th of them. */
  private static final int FEW = 5;

  private static final int PART = 50;

  /** Members from which on it pays to have them in the order of their places. */
  private static final int ORDERED = 1 << 16;

  /** Potentials are renewed when one for every 5 that are left has been removed. */
  private static final int STALE = 5;

  private final SubhaloMembers members;
  private final SubhaloPhysics physics;
  private final GroupUnits units;
  private final SetReduction parts;
  private final CentreOfMassFrame motion;
  private final Supplier<int[]> free;
  private MemberSet left;
  private long count; // left on all ranks
  private int[] removed;
  private double[] energy = {};
  private Bound bound;

  /**
   * @param parts of the set
   * @param free rows of the members of the part here, asked for at the first step
   */
  public Unbinding(
      SubhaloMembers members,
      SubhaloPhysics physics,
      GroupUnits units,
      SetReduction parts,
      Supplier<int[]> free) {
    this.members = members;
    this.physics = physics;
    this.units = units;
    this.parts = parts;
    this.motion = new CentreOfMassFrame(members, physics, units, parts);
    this.free = free;
  }

  /**
   * What is bound.
   *
   * @param rows of the part here among all members
   * @param energy of each of them; the column may be longer
   * @param deepest of all parts
   */
  public record Bound(MemberSelection rows, double[] energy, DeepestMember deepest) {
    /** Rows of the part here by increasing energy, equal ones by ID. */
    int[] mostBoundFirst(SubhaloMembers members) {
      int[] row = rows.row();
      double[] energies = Arrays.copyOf(energy, rows.count());
      int[] order = SortedOrder.increasing(energies, i -> members.id()[row[i]]);
      Parallel.forEach(order.length, Parallel.GRAIN, i -> order[i] = row[order[i]]);
      return order;
    }
  }

  /** What is bound in the end, or null where that is less than a subhalo has. */
  public Bound bound() {
    return bound;
  }

  /**
   * Goes on until potentials are needed; the next step is made when they have been added.
   *
   * @return null when it is decided what is bound
   */
  public PotentialSums.Request step() {
    if (left == null) {
      begin();
      return count < SubhaloKernels.LEAST
          ? null
          : left.all(units.depth(), physics.softening().largest());
    }
    if (count < SubhaloKernels.LEAST) {
      return null;
    }
    long start = count;
    int startHere = left.count();
    DeepestMember deepest = DeepestMember.of(left, parts);
    motion.setOrigin(deepest.place());
    motion.measure(left.rows());
    long before;
    do {
      before = count;
      int gone = startHere - left.count();
      findEnergies();
      left.drop(energy, limit(), removed, gone);
      count = parts.total(left.count());
      motion.remove(removed, gone, startHere - left.count());
    } while (count < before && count >= SubhaloKernels.LEAST && STALE * (start - count) < count);
    if (count == start) {
      bound = new Bound(left.rows(), energy, deepest);
      return null;
    }
    return left.without(new MemberSelection(startHere - left.count(), removed), units.depth());
  }

  private void begin() {
    int[] rows = free.get();
    MemberSelection all = new MemberSelection(rows.length, rows);
    left =
        new MemberSet(members, rows.length < ORDERED ? rows : PlaceOrder.of(members.masses(), all));
    removed = new int[left.count()];
    count = parts.total(left.count());
  }

  private void findEnergies() {
    double unit = physics.gravity() / units.depth();
    energy = energy.length < left.count() ? new double[left.count()] : energy;
    Parallel.forEach(
        left.count(),
        Parallel.GRAIN,
        i -> {
          double warm = 0.5 * motion.squaredSpeed(left, i) + left.thermal(i);
          energy[i] = warm - unit * left.depth(i);
        });
  }

  /** Energy above which members are removed: not below 0, and for a few of them only. */
  private double limit() {
    long few = Math.max(FEW, count / PART);
    double[] unbound =
        Parallel.indices(left.count(), Parallel.STREAM_GRAIN)
            .mapToDouble(i -> energy[i])
            .filter(e -> e > 0)
            .toArray();
    long all = parts.total(unbound.length);
    if (all <= few) {
      return 0;
    }
    Parallel.sort(unbound);
    return parts.at(unbound, all - 1 - few);
  }
}
