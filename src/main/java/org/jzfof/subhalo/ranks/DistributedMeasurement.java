package org.jzfof.subhalo.ranks;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.GroupUnits;
import org.jzfof.subhalo.Measurement;
import org.jzfof.subhalo.MemberSet;
import org.jzfof.subhalo.RadialOrder;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Measures subhaloes of one group whose members are on all ranks. Each rank gets a stretch of the
 * order in which the sums run, and passes the sums on to the next rank.
 */
public final class DistributedMeasurement {
  private final DistributedMembers members;
  private final SubhaloPhysics physics;
  private final GroupUnits units;

  public DistributedMeasurement(
      DistributedMembers members, SubhaloPhysics physics, GroupUnits units) {
    this.members = members;
    this.physics = physics;
    this.units = units;
  }

  /**
   * Measures a subhalo; every rank calls it.
   *
   * @return one row, the same on all ranks
   */
  public SubhaloTable measure(DistributedUnbinding.Bound bound) {
    SubhaloMembers stretch = stretch(bound);
    MemberSet set = new MemberSet(stretch, MemberSelection.range(0, stretch.length(0)).row());
    RadialOrder outward = outward(stretch, set, bound.deepest().position());
    return new Measurement(stretch, physics, units, new RankReduction(members.comm()))
        .measure(set, bound.deepest(), outward);
  }

  /** Returns the stretch of this rank of the members by energy. */
  private SubhaloMembers stretch(DistributedUnbinding.Bound bound) {
    SubhaloMembers local = members.local();
    SubhaloMembers stretch =
        SubhaloMembers.allocate(local.map(), new int[] {0, bound.order().count()}, local.types());
    bound.order().toStretches().ofTableRows(bound.rows()).move(local.columns(), stretch.columns());
    return stretch;
  }

  /** Returns the stretch of this rank of the members by distance. */
  private RadialOrder outward(SubhaloMembers stretch, MemberSet set, int[] centre) {
    FixedPoint map = stretch.map();
    long[] square = RadialOrder.squares(map, set, centre);
    DistributedOrder order = new DistributedOrder(members.comm(), square, stretch.id());
    long[] squares = new long[order.count()];
    double[] mass = new double[squares.length];
    byte[] type = new byte[squares.length];
    order
        .toStretches()
        .move(columns(square, stretch.mass(), stretch.type()), columns(squares, mass, type));
    return new RadialOrder(RadialOrder.radii(map, squares), mass, type);
  }

  private static TypedColumns columns(long[] square, double[] mass, byte[] type) {
    return new TypedColumns().longs(square, 1).doubles(mass, 1).bytes(type);
  }
}
