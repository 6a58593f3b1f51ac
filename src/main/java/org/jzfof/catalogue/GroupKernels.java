package org.jzfof.catalogue;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;

/** Device operations that turn group pointers into groups and their properties. */
public interface GroupKernels {
  /**
   * Counts the points of each group.
   *
   * @param pointers I32 [n], contracted
   * @return I32 [n]: the number of points at each root, 0 elsewhere
   */
  DeviceArray lengths(DeviceArray pointers);

  /**
   * Selects groups and lists their members.
   *
   * @param pointers I32 [n], contracted
   * @param lengths I32 [n], as from {@link #lengths}; a negative length marks a group that is kept
   *     however short it is here; destroyed
   * @param minLength smallest other group kept
   * @return the groups in the order of their roots
   */
  MemberList select(DeviceArray pointers, DeviceArray lengths, long minLength);

  /**
   * Finds the member with the smallest ID in each group; its position and velocity are the
   * reference from which sums are taken.
   */
  GroupReferences references(MemberList members, SortedPoints points, Particles particles);

  /** Sums over the members of each group, relative to the group's reference. */
  GroupSums sums(
      MemberList members, GroupReferences references, SortedPoints points, Particles particles);

  /**
   * Evaluates groups that lie on this rank alone, and puts them in catalogue order.
   *
   * @param map fixed-point map of the box
   */
  GroupTable table(MemberList members, SortedPoints points, Particles particles, FixedPoint map);

  /**
   * Particle IDs of all members.
   *
   * @param order group numbers of the member list in the order in which to list them [groups]
   * @return IDs, group by group, inside a group type by type, inside a type increasing
   */
  long[] memberIds(MemberList members, int[] order, SortedPoints points, Particles particles);

  /**
   * Number of the group of every row.
   *
   * @param number of each group of the member list [groups]
   * @param points in Morton order, each of a row of its own
   * @return I32 [points] number of the group to which each row belongs; {@link GroupNumbers#NONE}
   *     for none
   */
  DeviceArray numbersOfRows(MemberList members, int[] number, SortedPoints points);
}
