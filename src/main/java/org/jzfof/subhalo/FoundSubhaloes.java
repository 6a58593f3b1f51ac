package org.jzfof.subhalo;

import org.jzfof.device.DeviceArray;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.groups.values.SubhaloTable;

/**
 * The subhaloes of groups, and the order of the members.
 *
 * @param first row of the first subhalo of each group, and the number of all [groups + 1]
 * @param table the subhaloes, group by group, in each by rank
 * @param ids of the members, group by group: subhalo by subhalo, the most bound first, then those
 *     that are in no subhalo type by type, by increasing ID [m]
 * @param labels I64 of each member the rank of its subhalo and its place among the members of its
 *     type in the group in this order, 32 bits each; {@link #UNBOUND} where it is in no subhalo [m]
 * @param repeated members that share their ID
 */
public record FoundSubhaloes(
    int[] first, SubhaloTable table, long[] ids, DeviceArray labels, RepeatedIds repeated)
    implements AutoCloseable {
  /** What a member has that is in no subhalo. */
  public static final long UNBOUND = -1;

  /** Rank of the subhalo of a member in its group; negative where it is in none. */
  public static int rank(long label) {
    return (int) (label >> Integer.SIZE);
  }

  /** Place of a member among those of its group and type; negative where it is in no subhalo. */
  public static int place(long label) {
    return (int) label;
  }

  @Override
  public void close() {
    labels.close();
  }
}
