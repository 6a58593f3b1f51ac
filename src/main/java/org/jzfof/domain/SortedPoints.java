package org.jzfof.domain;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * Points in Morton order.
 *
 * @param count points n
 * @param x I32 [n] fixed-point coordinates
 * @param y I32 [n]
 * @param z I32 [n]
 * @param row I32 [n] row of each point among the particles
 */
public record SortedPoints(long count, DeviceArray x, DeviceArray y, DeviceArray z, DeviceArray row)
    implements AutoCloseable {

  @Override
  public void close() {
    Cleanup.close(x, y, z, row);
  }
}
