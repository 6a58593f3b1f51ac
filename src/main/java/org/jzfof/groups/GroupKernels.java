package org.jzfof.groups;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;

/** Device operations that convert group pointers into groups and their properties. */
public interface GroupKernels {
  /** Label of a particle in no group. */
  int NO_GROUP = -1;

  /** Key of a particle in a subhalo, in {@link RowsByGroup}. */
  int IN_SUBHALO = -2;

  /**
   * Counts the points of each group.
   *
   * @param pointers I32 [n], contracted
   * @return I32 [n], unsigned: the number of points of the group at its root, 0 elsewhere
   */
  DeviceArray lengths(DeviceArray pointers);

  /**
   * Selects groups and lists their members.
   *
   * @param pointers I32 [n], contracted
   * @param lengths I32 [n], as from {@link #lengths}, or 0 at roots of groups to be dropped;
   *     overwritten
   * @param minLength smallest group kept, at least 1
   * @param kept distinct roots of groups that are kept at any length
   * @return the groups in the order of their roots
   * @throws org.jzfof.error.MemoryException if more than 2^31 - 1 groups are left
   */
  MemberList select(DeviceArray pointers, DeviceArray lengths, int minLength, int[] kept);

  /**
   * Prepares the computation of references of groups and of sums over their members.
   *
   * @param members member list from {@link #select}
   * @param particles other properties, by row
   * @return sums that the caller closes
   */
  MemberSums memberSums(MemberList members, SortedPoints points, Particles particles);

  /**
   * Evaluates groups from their members on this rank, in catalogue order.
   *
   * @param references as for {@link MemberSums#sums}
   * @param sums I64 [G·width] about the references
   * @param radii as from {@link MemberSums#enclosingRadii}, or null for zeros
   */
  GroupTable table(
      MemberList members,
      DeviceArray references,
      DeviceArray sums,
      DeviceArray radii,
      SumColumns columns,
      FixedPoint map);

  /**
   * Returns the indices of groups in the member list.
   *
   * @param roots roots of the groups, on the host
   * @return index per root, -1 for a root without a listed group
   */
  int[] numbersOf(MemberList members, int[] roots);

  /**
   * Replaces rows of a table of groups.
   *
   * @param rows I64 [G·width]
   * @param which distinct indices of the rows to replace, on the host
   * @param values new rows, on the host [width·which]
   */
  void replaceRows(DeviceArray rows, int width, int[] which, long[] values);

  /**
   * Returns the catalogue order of groups; the sort is stable.
   *
   * @param rows I64 [G·width] as in {@link GroupTable}, in any order
   * @return I32 [G] row indices in catalogue order
   */
  DeviceArray order(DeviceArray rows, int width);

  /**
   * Lists the particle IDs of all members.
   *
   * @param order indices into the member list, in the order of the result [groups]
   * @return I64 IDs, group by group, inside a group type by type, inside a type increasing
   */
  DeviceArray memberIds(MemberList members, int[] order, SortedPoints points, Particles particles);

  /**
   * Labels each particle with the catalogue index of its group.
   *
   * @param number I32 [G] catalogue index of each group of the member list
   * @param points points with the particle row of each
   * @return I32 [n] in the order of the rows, {@link #NO_GROUP} for particles in none of the groups
   */
  DeviceArray labels(MemberList members, DeviceArray number, SortedPoints points);

  /**
   * Labels each particle with its subhalo.
   *
   * @param first I32 [G] number of the first subhalo of each group of the member list
   * @param labels I64 [m] rank of the subhalo of each member in its group, and its index in the
   *     type, 32 bits each; negative outside all subhaloes
   * @param points points with the particle row of each
   * @return labels in the order of the rows
   */
  SubhaloLabels subhaloLabels(
      MemberList members, DeviceArray first, DeviceArray labels, SortedPoints points);

  /**
   * Sorts rows by their groups, stably.
   *
   * @param labels I32 [n] group of each row, or {@link #NO_GROUP}
   * @param memberIndex I32 [n] index of each row among the members of subhaloes, {@link #NO_GROUP}
   *     outside; null without subhaloes
   */
  RowsByGroup sortByGroup(DeviceArray labels, DeviceArray memberIndex);

  /**
   * Counts the rows of each key.
   *
   * @param keys keys of the rows, on the host, in any order
   */
  long[] counts(RowsByGroup rows, int[] keys);

  /**
   * Numbers rows in group order.
   *
   * @param numbers numbers to be given
   * @param labels as in {@link #sortByGroup}
   * @param memberIndex as in {@link #sortByGroup}
   * @return I64 [n] new row of each row
   */
  DeviceArray number(
      RowsByGroup rows, RowsByGroup.Numbers numbers, DeviceArray labels, DeviceArray memberIndex);
}
