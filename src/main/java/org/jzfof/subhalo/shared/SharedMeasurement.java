package org.jzfof.subhalo.shared;

import org.jzfof.domain.FixedPoint;
import org.jzfof.subhalo.GroupUnits;
import org.jzfof.subhalo.Measurement;
import org.jzfof.subhalo.MemberSet;
import org.jzfof.subhalo.Outward;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.SubhaloProperties;
import org.jzfof.subhalo.members.Loops;
import org.jzfof.subhalo.members.MemberRow;
import org.jzfof.subhalo.members.MemberRows;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Measures subhaloes of one group whose members are on all ranks. Each rank gets a stretch of the
 * sequence in which sums go, and the sums go on from one to the next.
 */
public final class SharedMeasurement {
  private static final int LONGS = 3;

  private final SharedMembers members;
  private final SubhaloPhysics physics;
  private final GroupUnits units;
  private final Loops loops;

  /**
   * @param units of the group
   * @param loops over members of this rank
   */
  public SharedMeasurement(
      SharedMembers members, SubhaloPhysics physics, GroupUnits units, Loops loops) {
    this.members = members;
    this.physics = physics;
    this.units = units;
    this.loops = loops;
  }

  /**
   * Measures what is bound; every rank calls it.
   *
   * @return the same on all ranks
   */
  public SubhaloProperties measure(SharedUnbinding.Bound bound) {
    SubhaloMembers stretch = stretch(bound);
    MemberSet set = new MemberSet(stretch, MemberRows.range(0, stretch.length(0)).row());
    Outward outward = outward(stretch, set, bound.deepest().place());
    return new Measurement(stretch, physics, units, new RankParts(members.comm()), loops)
        .measure(set, bound.deepest(), outward);
  }

  /** Members by energy. */
  private SubhaloMembers stretch(SharedUnbinding.Bound bound) {
    SubhaloMembers own = members.own();
    int[] rows = bound.rows();
    long[] sorted =
        bound
            .order()
            .toStretches(MemberRow.of(own, new MemberRows(rows.length, rows)), MemberRow.LONGS);
    int count = sorted.length / MemberRow.LONGS;
    SubhaloMembers stretch = MemberRow.allocate(own.map(), new int[] {0, count}, own.types());
    loops.forEach(count, Loops.GRAIN, i -> MemberRow.read(sorted, i, stretch, i));
    return stretch;
  }

  /** Members by distance. */
  private Outward outward(SubhaloMembers stretch, MemberSet set, int[] centre) {
    FixedPoint map = stretch.map();
    int count = set.count();
    long[] square = Outward.squares(map, set, centre, loops);
    long[] rows = new long[Math.multiplyExact(LONGS, count)];
    for (int i = 0; i < count; i++) {
      rows[LONGS * i] = square[i];
      rows[LONGS * i + 1] = Double.doubleToRawLongBits(stretch.mass()[i]);
      rows[LONGS * i + 2] = stretch.type()[i];
    }
    SharedOrder order = new SharedOrder(members.comm(), square, stretch.id());
    long[] sorted = order.toStretches(rows, LONGS);
    long[] squares = new long[sorted.length / LONGS];
    double[] mass = new double[squares.length];
    byte[] type = new byte[squares.length];
    for (int i = 0; i < squares.length; i++) {
      squares[i] = sorted[LONGS * i];
      mass[i] = Double.longBitsToDouble(sorted[LONGS * i + 1]);
      type[i] = (byte) sorted[LONGS * i + 2];
    }
    return new Outward(Outward.radii(map, squares), mass, type);
  }
}
