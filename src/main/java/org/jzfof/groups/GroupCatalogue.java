package org.jzfof.groups;

import java.util.function.IntToDoubleFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.groups.values.LightconeValues;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/**
 * Groups in catalogue order (decreasing length, ties by smallest member ID) with their properties:
 * a complete catalogue, or the range of one rank. Arrays are indexed by group g, per-type arrays by
 * g·types + type, vectors by 3·g + dimension.
 *
 * @param memberIds particle IDs of the members of all ranks; empty unless requested
 */
public record GroupCatalogue(
    GroupSums sums,
    GroupSpheres spheres,
    GroupProperties properties,
    SubhaloTable subhaloes,
    LightconeValues lightcone,
    MemberIds memberIds) {

  /** Creates a catalogue without spheres and subhaloes. */
  public GroupCatalogue(GroupSums sums, MemberIds memberIds) {
    this(
        sums,
        GroupSpheres.NONE,
        GroupProperties.NONE,
        SubhaloTable.NONE,
        LightconeValues.NONE,
        memberIds);
  }

  /** Returns the number of groups. */
  public int groups() {
    return sums.length().length;
  }

  /** Returns the number of particle types. */
  public int types() {
    return sums.types();
  }

  /** Creates a catalogue without groups. */
  public static GroupCatalogue empty(int types) {
    return allocate(0, types);
  }

  /** Creates a catalogue of zeros, to be filled. */
  public static GroupCatalogue allocate(int groups, int types) {
    return new GroupCatalogue(GroupSums.allocate(groups, types), MemberIds.of());
  }

  /** Returns the same groups with the IDs of their members. */
  public GroupCatalogue withMemberIds(MemberIds ids) {
    return with(spheres, properties, subhaloes, lightcone, ids);
  }

  /** Returns the same groups with spheres and with properties about the spheres' centres. */
  public GroupCatalogue withSpheres(GroupSpheres around, GroupProperties aboutCentres) {
    return with(around, aboutCentres, subhaloes, lightcone, memberIds);
  }

  /** Returns the same groups with subhaloes. */
  public GroupCatalogue withSubhaloes(SubhaloTable found) {
    return with(spheres, properties, found, lightcone, memberIds);
  }

  /** Returns the same groups with their values on a light cone. */
  public GroupCatalogue withLightcone(LightconeValues values) {
    return with(spheres, properties, subhaloes, values, memberIds);
  }

  private GroupCatalogue with(
      GroupSpheres around,
      GroupProperties aboutCentres,
      SubhaloTable found,
      LightconeValues values,
      MemberIds ids) {
    return new GroupCatalogue(sums, around, aboutCentres, found, values, ids);
  }

  /**
   * Returns the centre of each group [3·groups]: the deepest member of its first subhalo; for a
   * group without subhaloes the centre of its spheres, if this is a member, or the centre of mass.
   */
  public double[] centre() {
    double[] base = spheres.centredOnMembers() ? spheres.centre() : sums.position();
    if (subhaloes.count() == 0) {
      return base;
    }
    double[] centre = base.clone();
    int[] start = subhaloes.starts(groups());
    IntToDoubleFunction position = subhaloes.realsOf(SubhaloColumn.POSITION);
    for (int g = 0; g < groups(); g++) {
      for (int d = 0; d < 3 && start[g + 1] > start[g]; d++) {
        centre[3 * g + d] = position.applyAsDouble(3 * start[g] + d);
      }
    }
    return centre;
  }

  /**
   * Gathers selected groups of every rank on all ranks. Every rank calls this method.
   *
   * @param which indices of the selected groups of this rank
   * @return catalogue with sums only
   */
  public GroupCatalogue gather(Communicator comm, int[] which) {
    return RowTransfer.gather(
        comm, columns(), which, count -> allocate(count, types()), GroupCatalogue::columns);
  }

  /** Returns the columns of the sums. */
  public TypedColumns columns() {
    return sums.columns().doubles(sums.mass(), 1);
  }

  /** Returns the size of the sums in bytes. */
  public long heapBytes() {
    return (long) groups() * Double.BYTES * (12 + 2L * types());
  }

  /** Returns the number of members of all groups. */
  public long members() {
    long sum = 0;
    for (long l : sums.length()) {
      sum += l;
    }
    return sum;
  }
}
