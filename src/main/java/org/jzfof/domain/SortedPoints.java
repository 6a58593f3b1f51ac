package org.jzfof.domain;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;

/**
 * Points in Morton order.
 *
 * @param x I32 [n] fixed-point coordinates
 * @param y I32 [n]
 * @param z I32 [n]
 * @param row I32 [n] row of each point among the particles
 */
public record SortedPoints(long count, DeviceArray x, DeviceArray y, DeviceArray z, DeviceArray row)
    implements AutoCloseable {

  /** Allocates the arrays for n points. */
  public static SortedPoints allocate(DeviceMemory memory, long n) {
    try (Scope made = new Scope()) {
      SortedPoints points =
          new SortedPoints(
              n,
              made.add(memory.allocate(ElementType.I32, n)),
              made.add(memory.allocate(ElementType.I32, n)),
              made.add(memory.allocate(ElementType.I32, n)),
              made.add(memory.allocate(ElementType.I32, n)));
      return made.keep(points);
    }
  }

  @Override
  public void close() {
    Cleanup.close(x, y, z, row);
  }
}
