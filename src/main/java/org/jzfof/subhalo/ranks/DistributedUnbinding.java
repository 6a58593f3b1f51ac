package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import org.jzfof.device.Unsigned;
import org.jzfof.subhalo.DeepestMember;
import org.jzfof.subhalo.GroupUnits;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.Unbinding;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/** Finds the bound members in sets of members of one group on all ranks. */
public final class DistributedUnbinding {
  private final DistributedMembers members;
  private final SubhaloPhysics physics;
  private final GroupUnits units;
  private final DistributedPotentials potentials;

  public DistributedUnbinding(
      DistributedMembers members,
      SubhaloPhysics physics,
      GroupUnits units,
      DistributedPotentials potentials) {
    this.members = members;
    this.physics = physics;
    this.units = units;
    this.potentials = potentials;
  }

  /**
   * The bound members of a set.
   *
   * @param rows rows of the bound members of this rank
   * @param order order of the bound members of all ranks by energy, members of equal energy by ID
   */
  public record Bound(int[] rows, DistributedOrder order, DeepestMember deepest, long smallestId) {}

  /** Returns the units of the group; every rank calls it. */
  public static GroupUnits units(DistributedMembers members, SubhaloPhysics physics) {
    double[] largest = GroupUnits.largest(members.local(), 0);
    members.comm().max(largest);
    return GroupUnits.of(largest[0], largest[1], members.total(), physics);
  }

  /**
   * Finds the bound members of a set; every rank calls it.
   *
   * @param free rows of the members of the set on this rank; this method takes ownership
   * @return bound members, the same on all ranks except for the rows; null if they are fewer than a
   *     subhalo needs
   */
  public Bound find(int[] free) {
    SubhaloMembers local = members.local();
    Unbinding unbinding =
        new Unbinding(local, physics, units, new RankReduction(members.comm()), () -> free);
    for (PotentialSums.Request next; (next = unbinding.step()) != null; ) {
      potentials.add(next);
    }
    if (unbinding.bound() == null) {
      return null;
    }
    Unbinding.Bound bound = unbinding.bound();
    int[] rows = Arrays.copyOf(bound.rows().row(), bound.rows().count());
    long[] key = new long[rows.length];
    long[] id = new long[rows.length];
    Parallel.forEach(
        rows.length,
        Parallel.GRAIN,
        i -> {
          key[i] = DistributedOrder.increasing(bound.energy()[i]);
          id[i] = local.id()[rows[i]];
        });
    DistributedOrder order = new DistributedOrder(members.comm(), key, id);
    return new Bound(rows, order, bound.deepest(), smallest(id, bound.deepest().id()));
  }

  /** Returns the smallest ID of all ranks and a known one. */
  private long smallest(long[] ids, long known) {
    long[] smallest = {known};
    for (long id : ids) {
      smallest[0] = Unsigned.min(smallest[0], id);
    }
    long[][] each = members.comm().allGather(smallest);
    return Arrays.stream(each).mapToLong(one -> one[0]).reduce(known, Unsigned::min);
  }
}
