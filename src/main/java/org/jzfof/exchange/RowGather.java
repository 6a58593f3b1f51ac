package org.jzfof.exchange;

import org.jzfof.device.DeviceArray;

/** Brings the rows of tables into another order. */
@FunctionalInterface
public interface RowGather {
  /**
   * @param table of any type [width·rows]
   * @param width elements per row
   * @param rows I32 [n] the row that comes at each place
   * @return a new table [width·n]
   */
  DeviceArray gather(DeviceArray table, int width, DeviceArray rows);
}
