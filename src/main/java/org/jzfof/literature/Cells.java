package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * Points in cells, one after the other in the order of their cells.
 *
 * @param positions the distinct points in the cells, without the arrays of coordinates and rows
 * @param records U8 coordinates and smallest row of each position
 * @param start I32 [cells+1] index of the first position of each cell, followed by the number of
 *     positions
 */
public record Cells(DistinctPoints positions, DeviceArray records, DeviceArray start)
    implements AutoCloseable {
  /** Number of cells. */
  public long count() {
    return start.length() - 1;
  }

  @Override
  public void close() {
    Cleanup.close(positions, records, start);
  }
}
