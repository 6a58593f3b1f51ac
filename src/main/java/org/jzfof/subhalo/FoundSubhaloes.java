package org.jzfof.subhalo;

import org.jzfof.device.DeviceArray;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.groups.values.SubhaloTable;

/**
 * The subhaloes of groups, and the order of the members of the groups. The caller closes the two
 * arrays.
 *
 * @param first row of the first subhalo of each group, and the total number of subhaloes [groups +
 *     1]
 * @param table the subhaloes, group by group, in each by rank
 * @param ids I64 IDs of the members, group by group: subhalo by subhalo, in each type by type, the
 *     most bound member first, then the members outside all subhaloes type by type, by increasing
 *     ID [m]
 * @param labels I64 rank of the subhalo of each member and its index among the members of the same
 *     type in the group in this order, 32 bits each; {@link #UNBOUND} outside all subhaloes [m]
 * @param repeated members that share their ID with another member
 */
public record FoundSubhaloes(
    int[] first, SubhaloTable table, DeviceArray ids, DeviceArray labels, RepeatedIds repeated) {
  /** Label of a member outside all subhaloes. */
  public static final long UNBOUND = -1;

  /** Returns the rank in the group of the subhalo of a member; negative outside all subhaloes. */
  public static int rank(long label) {
    return (int) (label >> Integer.SIZE);
  }
}
