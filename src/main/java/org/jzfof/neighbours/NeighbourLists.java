package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * All neighbours of each query, one list after the other. Distances and their order are those of
 * {@link Neighbours}: nearest first, and neighbours at equal distance by their row numbers.
 *
 * @param start I64 [m+1] offset of the list of each query, followed by the number of pairs
 * @param row I32 [pairs] row numbers of the points
 * @param distance F32 or F64 [pairs]
 */
public record NeighbourLists(DeviceArray start, DeviceArray row, DeviceArray distance)
    implements AutoCloseable {
  @Override
  public void close() {
    Cleanup.close(start, row, distance);
  }
}
