package org.jzfof.fof;

import org.jzfof.device.DeviceArray;

/**
 * Which points belong together. Points have unsigned numbers.
 *
 * @param pointers I32 [n]: the root of each point among the points of this rank
 * @param outside groups here whose global group has its root on another rank
 * @param none an extra root that is not a point; ungrouped points point to it; or {@link #NONE}
 */
public record GroupLinks(DeviceArray pointers, SpanningGroups outside, int none)
    implements AutoCloseable {
  /** There is no such root: every point is in a group. No point has this number. */
  public static final int NONE = -1;

  @Override
  public void close() {
    pointers.close();
  }
}
