package org.jzfof.fof;

import java.util.Map;
import org.jzfof.device.DeviceArray;

/**
 * Which points belong together.
 *
 * @param pointers I32 [n]: the root of each point among the points of this rank
 * @param outside for each root here whose global group has its root on another rank: that root, as
 *     a {@link org.jzfof.links.GlobalIndex}
 */
public record GroupLinks(DeviceArray pointers, Map<Integer, Long> outside)
    implements AutoCloseable {
  @Override
  public void close() {
    pointers.close();
  }
}
