package org.jzfof.neighbours.packing;

import org.jzfof.device.DeviceArray;

/**
 * Packed lists of consecutive blocks of queries.
 *
 * @param bytes U8 bytes of all blocks
 * @param lengths number of bytes of each block
 */
public record PackedLists(DeviceArray bytes, long[] lengths) implements AutoCloseable {
  @Override
  public void close() {
    bytes.close();
  }
}
