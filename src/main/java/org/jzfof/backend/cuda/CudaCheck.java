package org.jzfof.backend.cuda;

import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.jzfof.error.BackendException;

/** Turns CUDA's result codes into exceptions. */
final class CudaCheck {
  private CudaCheck() {}

  /**
   * @param result of a call of the driver
   * @param what was called, for the message
   */
  static void check(int result, String what) {
    if (result != CUresult.CUDA_SUCCESS) {
      throw new BackendException(
          what
              + " failed with "
              + describe(result)
              + ": see whether nvidia-smi shows the GPU healthy");
    }
  }

  /** Name and explanation of a result code. */
  static String describe(int result) {
    String[] name = new String[1];
    String[] text = new String[1];
    JCudaDriver.cuGetErrorName(result, name);
    JCudaDriver.cuGetErrorString(result, text);
    return "CUDA error "
        + (name[0] == null ? String.valueOf(result) : name[0] + " (" + text[0] + ")");
  }
}
