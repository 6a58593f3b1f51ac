package org.jzfof.neighbours.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.device.cuda.Launch;
import org.jzfof.neighbours.SearchWork;

/** A {@link SearchWork} as an argument of kernels that count. */
public final class CudaWork {
  private CudaWork() {}

  /**
   * Adds the structure {@code Work} of {@code work.cuh}, unless {@code work} is null; kernels that
   * do not count have no such argument.
   */
  public static Launch addTo(Launch launch, SearchWork work) {
    return work == null
        ? launch
        : launch.struct(address(work.cells()), address(work.points()), address(work.steps()));
  }
}
