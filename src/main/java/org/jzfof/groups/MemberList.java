package org.jzfof.groups;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * Lists of the points of groups.
 *
 * @param roots I32 [G] root of each group, increasing
 * @param start I64 [G+1] first member of each group
 * @param members I32 [start[G]]: points in Morton order, group by group
 */
public record MemberList(DeviceArray roots, DeviceArray start, DeviceArray members)
    implements AutoCloseable {
  /**
   * Maximum number of groups of one rank; the number of points has no limit but that of 32-bit
   * indices.
   */
  public static final long MAX_GROUPS = Integer.MAX_VALUE;

  /** Returns the number of groups. */
  public int groups() {
    return (int) roots.length();
  }

  @Override
  public void close() {
    Cleanup.close(roots, start, members);
  }
}
