package org.jzfof.domain.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.domain.ColumnRange;

/** {@link ColumnRange} on the GPU. */
final class CudaColumnRange {
  private CudaColumnRange() {}

  /** Implements {@link org.jzfof.domain.ParticleKernels#range}. */
  static ColumnRange of(
      CudaKernels kernels,
      CudaMemory memory,
      DeviceArray column,
      int width,
      boolean signed,
      long from,
      long count) {
    int bytes = column.type().bytes();
    try (DeviceArray result = memory.upload(new long[] {0, ColumnRange.NONE, ColumnRange.NONE})) {
      kernels
          .launch("particles", "column_range_" + bytes)
          .arg(CudaArray.address(column) + width * from * bytes)
          .arg(count)
          .arg((long) width)
          .arg(signed ? 1L : 0L)
          .arg(result)
          .run(count);
      long[] fields = memory.toLongs(result);
      double smallest = Double.longBitsToDouble(fields[1]);
      return new ColumnRange(
          Double.longBitsToDouble(fields[0]),
          Double.isNaN(smallest) ? Double.POSITIVE_INFINITY : smallest,
          fields[2]);
    }
  }
}
