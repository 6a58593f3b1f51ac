package org.jzfof.backend.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/** Rows of tables on the GPU. */
final class TableKernels {
  private final CudaKernels kernels;
  private final CudaMemory memory;

  TableKernels(CudaKernels kernels, CudaMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  /** As {@link org.jzfof.device.DeviceMemory#range}. */
  DeviceArray range(ElementType type, long first, long count) {
    DeviceArray range = memory.allocate(type, count);
    kernels
        .launch("arrays", "make_range_" + type.bytes())
        .arg(first)
        .arg(count)
        .arg(range)
        .run(count);
    return range;
  }

  /** As {@link org.jzfof.device.DeviceMemory#pick}. */
  int[] pick(DeviceArray table, int width, int[] rows) {
    if (rows.length == 0) {
      return new int[0];
    }
    try (DeviceArray wanted = memory.upload(rows);
        DeviceArray picked = memory.allocate(ElementType.I32, (long) width * rows.length)) {
      kernels
          .launch("arrays", "pick_rows")
          .arg(table)
          .arg(width)
          .arg(wanted)
          .arg((long) rows.length)
          .arg(picked)
          .run(picked.length());
      return memory.toInts(picked);
    }
  }

  /** As {@link org.jzfof.device.DeviceMemory#put}. */
  void put(DeviceArray array, int[] places, int[] values) {
    try (DeviceArray at = memory.upload(places);
        DeviceArray what = memory.upload(values)) {
      kernels
          .launch("arrays", "put_values")
          .arg(array)
          .arg(at)
          .arg(what)
          .arg((long) places.length)
          .run(places.length);
    }
  }

  /**
   * A column in another order.
   *
   * @param rows I32 row of each entry
   */
  DeviceArray gather(DeviceArray column, int width, DeviceArray rows) {
    DeviceArray sorted = memory.allocate(column.type(), rows.length() * width);
    kernels
        .launch("arrays", "gather_rows_" + column.type().bytes())
        .arg(column)
        .arg(width)
        .arg(rows)
        .arg(rows.length())
        .arg(sorted)
        .run(sorted.length());
    return sorted;
  }

  /** As {@link org.jzfof.domain.ParticleKernels#inverse}. */
  DeviceArray inverse(DeviceArray rows) {
    DeviceArray places = memory.allocate(ElementType.I32, rows.length());
    kernels
        .launch("arrays", "invert_order")
        .arg(rows)
        .arg(rows.length())
        .arg(places)
        .run(rows.length());
    return places;
  }
}
