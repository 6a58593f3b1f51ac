package org.jzfof.groups.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.TableKernels;
import org.jzfof.groups.GroupTable;

/** Sorts tables of groups into catalogue order, by two stable sorts. */
final class TableOrder {
  private final TableKernels tables;
  private final DeviceAlgorithms algorithms;

  TableOrder(TableKernels tables, DeviceAlgorithms algorithms) {
    this.tables = tables;
    this.algorithms = algorithms;
  }

  /** As {@link org.jzfof.groups.GroupKernels#order}. */
  DeviceArray of(DeviceArray rows, int width) {
    DeviceArray byId = sorted(tables.column(rows, width, GroupTable.ID, null, false));
    return sorted(tables.column(rows, width, GroupTable.LENGTH, byId, true));
  }

  private DeviceArray sorted(DeviceAlgorithms.Sorted column) {
    DeviceAlgorithms.Sorted sorted = algorithms.sort(column.keys(), column.values(), Long.SIZE);
    sorted.keys().close();
    return sorted.values();
  }
}
