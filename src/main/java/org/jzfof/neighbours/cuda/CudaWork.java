package org.jzfof.neighbours.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.neighbours.SearchWork;

/** A {@link SearchWork} as an argument of kernels. */
public final class CudaWork {
  private CudaWork() {}

  /** The structure {@code Work} of {@code work.cuh}. */
  public static long[] struct(SearchWork work) {
    return new long[] {address(work.cells()), address(work.points()), address(work.steps())};
  }
}
