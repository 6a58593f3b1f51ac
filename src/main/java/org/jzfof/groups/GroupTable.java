package org.jzfof.groups;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.HostArray;
import org.jzfof.error.Cleanup;
import org.jzfof.error.MemoryException;
import org.jzfof.groups.ids.MemberIds;

/**
 * Properties of groups in catalogue order, on the device: a row of 64-bit words for each group,
 * with integers and bits of doubles. Complete rows are sorted, and one exchange sends them to their
 * ranks; columns of two types would need two exchanges. {@link GroupSums} holds the same values on
 * the host.
 *
 * @param types number of particle types T
 * @param rows I64 [G·(11+2T)]: per group the smallest ID, the length, the length per type, and as
 *     doubles the mass per type, position, velocity, inertia radius, velocity dispersion and
 *     enclosing radius
 * @param order I32 [G] indices of the groups in the member list; null for rows from other ranks
 */
public record GroupTable(int types, DeviceArray rows, DeviceArray order) implements AutoCloseable {
  /** Column of the smallest ID in a row. */
  public static final int ID = 0;

  /** Column of the length. */
  public static final int LENGTH = 1;

  /** First column of the lengths per type. */
  public static final int LENGTH_TYPE = 2;

  /** Number of groups per copy to the host. */
  private static final int BLOCK = 1 << 17;

  /**
   * Maximum number of longs of all groups of a rank; tests lower it, as they cannot make so many
   * groups.
   */
  private static final long MAX_LONGS = Long.getLong("jzfof.groups.longs", HostArray.LONGEST);

  /** Number of longs per group besides those per type. */
  public static final int FIXED_WIDTH = 11;

  /** Returns the number of longs per group. */
  public static int width(int types) {
    return FIXED_WIDTH + 2 * types;
  }

  /**
   * Checks that arrays of the host are long enough for the groups of a rank.
   *
   * @throws MemoryException if they are not; the message names the limit
   */
  public static void requireRoom(long groups, int types) {
    long limit = MAX_LONGS / width(types);
    if (groups > limit) {
      throw new MemoryException(
          "%d groups are more than one rank can have (%d): use more ranks, or give a larger --min-length"
              .formatted(groups, limit));
    }
  }

  /** Returns the number of groups. */
  public long groups() {
    return rows.length() / width(types);
  }

  /** Copies the table to the host, as a catalogue without member IDs. */
  public GroupCatalogue toCatalogue(DeviceMemory memory) {
    return toCatalogue(memory, BLOCK);
  }

  /** As {@link #toCatalogue(DeviceMemory)}, with {@code block} groups per copy. */
  GroupCatalogue toCatalogue(DeviceMemory memory, int block) {
    return new GroupCatalogue(GroupSums.fetch(memory, this, block), MemberIds.of());
  }

  @Override
  public void close() {
    Cleanup.close(rows, order);
  }
}
