package org.jzfof.backend;

import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.device.cuda.CudaDriver;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.error.BackendException;

/** Queries the driver for its GPUs; see {@link GpuSurvey}. */
public final class CudaSurvey {
  private CudaSurvey() {}

  /** Returns whether this build contains CUDA kernels. */
  public static boolean hasKernels() {
    return CudaKernels.built();
  }

  /**
   * Lists all GPUs and tries to use each of them.
   *
   * @throws BackendException if there is no driver, or it shows no GPU
   */
  public static GpuSurvey survey() {
    CudaDriver.load();
    List<GpuSurvey.Device> devices =
        IntStream.range(0, CudaDriver.gpus()).mapToObj(CudaSurvey::device).toList();
    return new GpuSurvey(CudaDriver.version(), devices);
  }

  private static GpuSurvey.Device device(int ordinal) {
    CudaDriver.Gpu gpu = CudaDriver.gpu(ordinal);
    return new GpuSurvey.Device(
        ordinal, gpu.name(), gpu.memoryBytes(), gpu.capability(), fault(ordinal));
  }

  private static String fault(int ordinal) {
    try {
      CudaBackend.open(ordinal, 0).close();
      return null;
    } catch (BackendException e) {
      return e.getMessage();
    }
  }
}
