package org.jzfof.exchange;

import org.jzfof.device.DeviceArray;

/** Gathers rows of tables into a new order. */
@FunctionalInterface
public interface RowGather {
  /**
   * @param table table of any element type [width·rows]
   * @param width elements per row
   * @param rows I32 index of the table row for each new row [n]
   * @return a new table [width·n]
   */
  DeviceArray gather(DeviceArray table, int width, DeviceArray rows);
}
