package org.jzfof.groups;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;

/** Device operations that turn group pointers into groups and their properties. */
public interface GroupKernels {
  /** Label of a particle in no group. */
  int NO_GROUP = -1;

  /**
   * Counts the points of each group.
   *
   * @param pointers I32 [n], contracted
   * @return I32 [n], unsigned: the number of points at each root, 0 elsewhere
   */
  DeviceArray lengths(DeviceArray pointers);

  /**
   * Selects groups and lists their members.
   *
   * @param pointers I32 [n], contracted
   * @param lengths I32 [n], as from {@link #lengths}, or 0 at roots of groups that are not kept;
   *     destroyed
   * @param minLength smallest group kept, at least 1
   * @param kept roots of groups that are kept however short they are, all different
   * @return the groups in the order of their roots
   * @throws org.jzfof.error.MemoryException if there are more than 2^31 - 1
   */
  MemberList select(DeviceArray pointers, DeviceArray lengths, int minLength, int[] kept);

  /**
   * Prepares what finds references of groups and sums over their members.
   *
   * @param members of the groups, listed by {@link #select}
   * @param points their positions and rows
   * @param particles the other properties, by row
   * @return closed by the caller
   */
  MemberSums memberSums(MemberList members, SortedPoints points, Particles particles);

  /**
   * Evaluates groups by their members on this rank, and puts them in catalogue order.
   *
   * @param references as for {@link MemberSums#sums}
   * @param sums I64 [G·width] about the references
   * @param radii as from {@link MemberSums#enclosingRadii}, or null for zeros
   * @param columns of the sums
   * @param map fixed-point map of the box
   */
  GroupTable table(
      MemberList members,
      DeviceArray references,
      DeviceArray sums,
      DeviceArray radii,
      SumColumns columns,
      FixedPoint map);

  /**
   * Numbers of groups.
   *
   * @param roots on the host
   * @return for each root the number of its group in the member list, -1 where there is none
   */
  int[] numbersOf(MemberList members, int[] roots);

  /**
   * Replaces rows of a table of groups.
   *
   * @param rows I64 [G·width]
   * @param width longs per group
   * @param which rows to replace, all different, on the host
   * @param values new rows, on the host [width·which]
   */
  void replaceRows(DeviceArray rows, int width, int[] which, long[] values);

  /**
   * Catalogue order of groups of any ranks; equal ones keep their order.
   *
   * @param rows I64 [G·width] as in {@link GroupTable}, in any order
   * @param width longs per group
   * @return I32 [G] the row that comes at each place
   */
  DeviceArray order(DeviceArray rows, int width);

  /**
   * Particle IDs of all members.
   *
   * @param order group numbers of the member list in the order in which to list them [groups]
   * @return I64 IDs, group by group, inside a group type by type, inside a type increasing
   */
  DeviceArray memberIds(MemberList members, int[] order, SortedPoints points, Particles particles);

  /**
   * Labels of the particles: to which group of the catalogue each of them belongs.
   *
   * @param place I32 [G] place in the catalogue of each group of the member list
   * @param points their rows tell which particle a point is
   * @return I32 [n] in the order of the rows, {@link #NO_GROUP} for particles in none of the groups
   */
  DeviceArray labels(MemberList members, DeviceArray place, SortedPoints points);
}
