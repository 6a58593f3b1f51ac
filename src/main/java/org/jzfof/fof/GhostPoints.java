package org.jzfof.fof;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * Points of other ranks.
 *
 * @param count number of points m
 * @param x I32 [m] fixed-point coordinates
 * @param y I32 [m], as x
 * @param z I32 [m], as x
 * @param root I32 [m] root of the group of each point on its own rank
 */
public record GhostPoints(long count, DeviceArray x, DeviceArray y, DeviceArray z, DeviceArray root)
    implements AutoCloseable {
  /** Number of integers of a packed point ({@link GhostKernels#takePoints}). */
  public static final int PACKED_INTS = 4;

  @Override
  public void close() {
    Cleanup.close(x, y, z, root);
  }
}
