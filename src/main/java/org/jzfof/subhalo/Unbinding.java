package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.PointMortonOrder;
import org.jzfof.subhalo.members.SortedOrder;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * Removes unbound members from a set of members of one group, a few of the least bound ones at a
 * time (Gadget-4, subfind_unbind.cc). Potentials are integers, so that subtracting the potential of
 * removed members leaves exactly the sum over the others.
 */
public final class Unbinding {
  /** Maximum number of members that one pass removes, unless a 50th of all is more. */
  private static final int REMOVAL_LIMIT = 5;

  private static final int REMOVED_FRACTION = 50;

  /** Number of members from which Morton order makes the sums faster. */
  private static final int SORT_THRESHOLD = 1 << 16;

  /** Potentials are updated when the removed members are at least a 5th of the remaining ones. */
  private static final int STALE = 5;

  private final SubhaloMembers members;
  private final SubhaloPhysics physics;
  private final GroupUnits units;
  private final SetReduction parts;
  private final CentreOfMassFrame motion;
  private final Supplier<int[]> free;
  private MemberSet remaining;
  private long count; // remaining members of all ranks
  private int[] removed;
  private double[] energy = {};
  private Bound bound;

  /**
   * @param free supplies the rows of the members on this rank, at the first step
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
   * The bound members of a set.
   *
   * @param rows rows of the bound members on this rank
   * @param energy energy of each of these members; the array may be longer
   */
  public record Bound(MemberSelection rows, double[] energy, DeepestMember deepest) {
    /** Returns the rows by increasing energy, members of equal energy by ID. */
    int[] mostBoundFirst(SubhaloMembers members) {
      int[] row = rows.row();
      double[] energies = Arrays.copyOf(energy, rows.count());
      int[] order = SortedOrder.increasing(energies, i -> members.id()[row[i]]);
      Parallel.forEach(order.length, Parallel.GRAIN, i -> order[i] = row[order[i]]);
      return order;
    }
  }

  /**
   * Returns the bound members after the last step, or null if they are fewer than a subhalo needs.
   */
  public Bound bound() {
    return bound;
  }

  /**
   * Advances until potentials are needed. The caller adds them before the next step.
   *
   * @return request for potentials; null after the last step
   */
  public PotentialSums.Request step() {
    if (remaining == null) {
      begin();
      return count < SubhaloKernels.MIN_MEMBERS
          ? null
          : remaining.potentialOfAll(units.depth(), physics.softening());
    }
    if (count < SubhaloKernels.MIN_MEMBERS) {
      return null;
    }
    long start = count;
    int localStart = remaining.count();
    DeepestMember deepest = DeepestMember.of(remaining, parts);
    motion.setOrigin(deepest.position());
    motion.measure(remaining.rows());
    long before;
    do {
      before = count;
      int removedCount = localStart - remaining.count();
      findEnergies();
      remaining.drop(energy, limit(), removed, removedCount);
      count = parts.total(remaining.count());
      motion.remove(removed, removedCount, localStart - remaining.count());
    } while (count < before
        && count >= SubhaloKernels.MIN_MEMBERS
        && STALE * (start - count) < count);
    if (count == start) {
      bound = new Bound(remaining.rows(), energy, deepest);
      return null;
    }
    return remaining.potentialOfRemoved(
        new MemberSelection(localStart - remaining.count(), removed),
        units.depth(),
        physics.softening());
  }

  private void begin() {
    int[] rows = free.get();
    MemberSelection selection = new MemberSelection(rows.length, rows);
    remaining =
        new MemberSet(
            members,
            rows.length < SORT_THRESHOLD ? rows : PointMortonOrder.of(members.masses(), selection));
    removed = new int[remaining.count()];
    count = parts.total(remaining.count());
  }

  private void findEnergies() {
    double unit = physics.gravity() / units.depth();
    energy = energy.length < remaining.count() ? new double[remaining.count()] : energy;
    Parallel.forEach(
        remaining.count(),
        Parallel.GRAIN,
        i -> {
          double warm = 0.5 * motion.squaredSpeed(remaining, i) + remaining.thermal(i);
          energy[i] = warm - unit * remaining.depth(i);
        });
  }

  /**
   * Returns the energy above which members are removed: at least 0, and high enough that only a few
   * are removed.
   */
  private double limit() {
    long maximum = Math.max(REMOVAL_LIMIT, count / REMOVED_FRACTION);
    double[] unbound =
        Parallel.indices(remaining.count(), Parallel.STREAM_GRAIN)
            .mapToDouble(i -> energy[i])
            .filter(e -> e > 0)
            .toArray();
    long unboundCount = parts.total(unbound.length);
    if (unboundCount <= maximum) {
      return 0;
    }
    Parallel.sort(unbound);
    return parts.valueAt(unbound, unboundCount - 1 - maximum);
  }
}
