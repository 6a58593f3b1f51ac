package org.jzfof.fof;

import org.jzfof.device.DeviceArray;

/**
 * Links that join points to groups. Points have unsigned indices.
 *
 * @param pointers I32 [n] root of each point among the points of this rank
 * @param outside local groups whose global group has its root on another rank
 * @param none an extra root that is not a point; ungrouped points point to it; or {@link #NONE}
 */
public record GroupLinks(DeviceArray pointers, SpanningGroups outside, int none)
    implements AutoCloseable {
  /** Stands for no extra root, if every point is in a group. No point has this index. */
  public static final int NONE = -1;

  @Override
  public void close() {
    pointers.close();
  }
}
