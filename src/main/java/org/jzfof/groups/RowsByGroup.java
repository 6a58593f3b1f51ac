package org.jzfof.groups;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * Rows sorted by their keys as unsigned numbers, rows with the same key in their order. The key of
 * a row is its group, {@link GroupKernels#IN_SUBHALO} or {@link GroupKernels#NO_GROUP}.
 *
 * @param key I32 [n] key of each sorted row
 * @param row I32 [n] the rows
 */
public record RowsByGroup(DeviceArray key, DeviceArray row) implements AutoCloseable {
  /**
   * New numbers of the rows.
   *
   * @param groups groups that rows have, increasing [G]
   * @param shift new number minus index in sorted order, of the rows of each group that are in no
   *     subhalo [G]
   * @param shiftOfNone new number minus index, of rows without group
   * @param bound new number of member index 0 of each group [G]; null without subhaloes
   */
  public record Numbers(int[] groups, long[] shift, long shiftOfNone, long[] bound) {}

  @Override
  public void close() {
    Cleanup.close(key, row);
  }
}
