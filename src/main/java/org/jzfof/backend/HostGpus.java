package org.jzfof.backend;

/** The GPUs of this host. */
public final class HostGpus {
  private HostGpus() {}

  /** Whether this build has kernels for GPUs at all. */
  public static boolean haveKernels() {
    return CudaSurvey.hasKernels();
  }

  /**
   * Looks at all GPUs, and tries to use each.
   *
   * @throws org.jzfof.error.BackendException if there is no driver, or it shows no GPU
   */
  public static GpuSurvey survey() {
    return CudaSurvey.take();
  }
}
