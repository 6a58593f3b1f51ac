package org.jzfof.catalogue;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;

/**
 * Groups as lists of points.
 *
 * @param roots root of each group, increasing [G], on the host
 * @param start first member of each group [G+1], on the host
 * @param members I32 [start[G]]: points in Morton order, group by group
 */
public record MemberList(int[] roots, long[] start, DeviceArray members) implements AutoCloseable {
  /** Number of groups. */
  public int groups() {
    return roots.length;
  }

  /** Number of the group with a root; negative if there is none. */
  public int groupOf(int root) {
    return Arrays.binarySearch(roots, root);
  }

  /** Number of members of a group. */
  public long length(int group) {
    return start[group + 1] - start[group];
  }

  @Override
  public void close() {
    members.close();
  }
}
