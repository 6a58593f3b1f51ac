package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * Points in cells, one after the other in the order of their cells.
 *
 * @param places what they are of, without arrays of coordinates and rows
 * @param records U8, the coordinates and the smallest row of each place
 * @param start I32 [cells+1] first place of each cell, and the number of places
 */
public record Cells(DistinctPoints places, DeviceArray records, DeviceArray start)
    implements AutoCloseable {
  /** Number of cells. */
  public long count() {
    return start.length() - 1;
  }

  @Override
  public void close() {
    Cleanup.close(places, records, start);
  }
}
