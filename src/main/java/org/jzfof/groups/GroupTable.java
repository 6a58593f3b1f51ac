package org.jzfof.groups;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.HostArray;
import org.jzfof.error.Cleanup;
import org.jzfof.error.MemoryException;
import org.jzfof.groups.ids.MemberIds;

/**
 * Properties of groups in catalogue order, on the device: a row of 64-bit words for each group, in
 * which real numbers stand as in a structure. Whole rows are put in order, and each goes to its
 * rank in one exchange; columns of two types would need two. {@link GroupSums} has the same on the
 * host.
 *
 * @param types number of particle types T
 * @param rows I64 [G·(11+2T)]: per group the smallest ID, the length, the length per type, and as
 *     doubles the mass per type, position, velocity, inertia radius, velocity dispersion and
 *     enclosing radius
 * @param order I32 [G] numbers of the groups in the member list; null where they came from others
 */
public record GroupTable(int types, DeviceArray rows, DeviceArray order) implements AutoCloseable {
  /** Column of the smallest ID in a row. */
  public static final int ID = 0;

  /** Column of the length. */
  public static final int LENGTH = 1;

  /** First column of the lengths per type. */
  public static final int LENGTH_TYPE = 2;

  /** Groups that come to the host at once. */
  private static final int BLOCK = 1 << 17;

  /** Most longs of all groups of a rank; tests lower it, which cannot make so many groups. */
  private static final long MOST_LONGS = Long.getLong("jzfof.groups.longs", HostArray.LONGEST);

  /** Longs per group besides those per type. */
  public static final int FIXED_WIDTH = 11;

  /** Longs per group. */
  public static int width(int types) {
    return FIXED_WIDTH + 2 * types;
  }

  /**
   * Refuses more groups of one rank than an array of the host can describe.
   *
   * @throws MemoryException naming the limit
   */
  public static void requireRoom(long groups, int types) {
    long most = MOST_LONGS / width(types);
    if (groups > most) {
      throw new MemoryException(
          "%d groups are more than one rank can have (%d): use more ranks, or give a larger --min-length"
              .formatted(groups, most));
    }
  }

  /** Number of groups. */
  public long groups() {
    return rows.length() / width(types);
  }

  /** The catalogue, without member IDs, on the host. */
  public GroupCatalogue toCatalogue(DeviceMemory memory) {
    return toCatalogue(memory, BLOCK);
  }

  /** With another number of groups that come to the host at once. */
  GroupCatalogue toCatalogue(DeviceMemory memory, int block) {
    return new GroupCatalogue(GroupSums.fetch(memory, this, block), MemberIds.of());
  }

  @Override
  public void close() {
    Cleanup.close(rows, order);
  }
}
