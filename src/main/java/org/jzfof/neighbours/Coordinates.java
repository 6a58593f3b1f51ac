package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/**
 * Points by their coordinates in length units, as they were read.
 *
 * @param count points n
 * @param xyz F32 or F64 [3n], x, y, z interleaved; finite
 */
public record Coordinates(long count, DeviceArray xyz) implements AutoCloseable {
  @Override
  public void close() {
    xyz.close();
  }
}
