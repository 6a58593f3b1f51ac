package org.jzfof.backend.cuda.kernels;

import org.jzfof.backend.cuda.driver.CudaArray;
import org.jzfof.backend.cuda.driver.Launch;
import org.jzfof.device.DeviceArray;

/**
 * Fixed-point places of points that are to be sorted; the structure {@code PointRows} of
 * morton.cuh.
 *
 * @param address of the first one
 * @param width numbers of each: three, in the order of the rows, or four, the last one the row
 */
record PointRows(long address, long width) {
  /** All rows of positions I32 [3n]. */
  static PointRows of(DeviceArray positions) {
    return new PointRows(CudaArray.address(positions), 3);
  }

  /** Those of I32 [4n] numbers from one on. */
  static PointRows placed(DeviceArray placed, long first) {
    return new PointRows(CudaArray.address(placed) + 4L * Integer.BYTES * first, 4);
  }

  Launch pass(Launch launch) {
    return launch.struct(address, width);
  }
}
