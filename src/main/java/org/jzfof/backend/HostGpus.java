package org.jzfof.backend;

/** The GPUs of this host. */
public final class HostGpus {
  private HostGpus() {}

  /** Returns whether this build contains CUDA kernels. */
  public static boolean haveKernels() {
    return CudaSurvey.hasKernels();
  }

  /**
   * Lists all GPUs and tries to use each of them.
   *
   * @throws org.jzfof.error.BackendException if there is no driver, or it shows no GPU
   */
  public static GpuSurvey survey() {
    return CudaSurvey.survey();
  }
}
