package org.jzfof.fof;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * The rows of ranges, one range after the other.
 *
 * @param start I32 [ranges+1] index of the first row of each range, and the number of rows
 * @param rows I32 [start[ranges]] rows
 */
public record RangeRows(DeviceArray start, DeviceArray rows) implements AutoCloseable {
  @Override
  public void close() {
    Cleanup.close(start, rows);
  }
}
