package org.jzfof.groups;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/**
 * Groups in catalogue order (decreasing length, ties by smallest member ID) with their properties:
 * all of a catalogue, or those that one rank has of it. Arrays are indexed by group g, per-type
 * arrays by g·types + type, vectors by 3·g + dimension.
 *
 * @param sums of the members
 * @param spheres around the groups
 * @param properties about the centres of the spheres
 * @param subhaloes of the groups
 * @param memberIds particle IDs of the members of all ranks; none when they were not asked for
 */
public record GroupCatalogue(
    GroupSums sums,
    GroupSpheres spheres,
    GroupProperties properties,
    SubhaloTable subhaloes,
    MemberIds memberIds) {

  /** Without spheres and subhaloes. */
  public GroupCatalogue(GroupSums sums, MemberIds memberIds) {
    this(sums, GroupSpheres.NONE, GroupProperties.NONE, SubhaloTable.NONE, memberIds);
  }

  /** Number of groups. */
  public int groups() {
    return sums.length().length;
  }

  /** Number of particle types. */
  public int types() {
    return sums.types();
  }

  /** A catalogue without groups. */
  public static GroupCatalogue empty(int types) {
    return allocate(0, types);
  }

  /** A catalogue of zeros, to be filled. */
  public static GroupCatalogue allocate(int groups, int types) {
    return new GroupCatalogue(GroupSums.allocate(groups, types), MemberIds.of());
  }

  /** The same groups with the IDs of their members. */
  public GroupCatalogue withMemberIds(MemberIds ids) {
    return with(spheres, properties, subhaloes, ids);
  }

  /** The same groups with spheres around them, and properties about the centres of these. */
  public GroupCatalogue withSpheres(GroupSpheres around, GroupProperties aboutCentres) {
    return with(around, aboutCentres, subhaloes, memberIds);
  }

  /** The same groups with subhaloes. */
  public GroupCatalogue withSubhaloes(SubhaloTable found) {
    return with(spheres, properties, found, memberIds);
  }

  private GroupCatalogue with(
      GroupSpheres around, GroupProperties aboutCentres, SubhaloTable found, MemberIds ids) {
    return new GroupCatalogue(sums, around, aboutCentres, found, ids);
  }

  /**
   * Centre of each group: the deepest member of its first subhalo or, where none were looked for or
   * there is none, that of its spheres, or its centre of mass [3·groups].
   */
  public double[] centre() {
    double[] base = spheres.ofMembers() ? spheres.centre() : sums.position();
    if (subhaloes.count() == 0) {
      return base;
    }
    double[] centre = base.clone();
    int[] start = subhaloes.starts(groups());
    for (int g = 0; g < groups(); g++) {
      for (int d = 0; d < 3 && start[g + 1] > start[g]; d++) {
        centre[3 * g + d] = subhaloes.real(SubhaloColumn.POSITION, start[g], d);
      }
    }
    return centre;
  }

  /**
   * Some groups of every rank, on all of them; every rank calls it.
   *
   * @param which groups of this rank
   * @return sums alone
   */
  public GroupCatalogue gather(Communicator comm, int[] which) {
    return RowTransfer.gather(
        comm, columns(), which, count -> allocate(count, types()), GroupCatalogue::columns);
  }

  private TypedColumns columns() {
    return sums.columns().doubles(sums.mass(), 1);
  }

  /** Memory of all but the member IDs. */
  public long heapBytes() {
    return (long) groups() * Double.BYTES * (12 + 2L * types());
  }

  /** Members of all groups together. */
  public long members() {
    long sum = 0;
    for (long l : sums.length()) {
      sum += l;
    }
    return sum;
  }
}
