package org.jzfof.catalogue;

import org.jzfof.device.DeviceArray;

/**
 * Groups as lists of points.
 *
 * @param groups number of groups G
 * @param start first member of each group [G+1], on the host
 * @param members I32 [start[G]]: points in Morton order, group by group
 */
public record MemberList(int groups, long[] start, DeviceArray members) implements AutoCloseable {
  /** Number of members of a group. */
  public long length(int group) {
    return start[group + 1] - start[group];
  }

  @Override
  public void close() {
    members.close();
  }
}
