package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/**
 * Points with their coordinates in length units, in the precision in which they were read.
 *
 * @param xyz F32 or F64 [3n], x, y, z interleaved; finite
 */
public record Coordinates(long count, DeviceArray xyz) implements AutoCloseable {
  @Override
  public void close() {
    xyz.close();
  }
}
