package org.jzfof.device.cuda;

import java.util.Set;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.jzfof.error.BackendException;
import org.jzfof.error.DeviceLostException;

/** Turns CUDA's result codes into exceptions. */
public final class CudaCheck {
  /**
   * Errors after which every call of the process returns the same error, as the documentation of
   * {@code CUresult} says, or after which the GPU is lost.
   */
  private static final Set<Integer> FATAL_RESULTS =
      Set.of(
          CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
          CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
          CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
          CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
          CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
          CUresult.CUDA_ERROR_ASSERT,
          CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
          CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
          CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
          CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
          CUresult.CUDA_ERROR_INVALID_PC,
          CUresult.CUDA_ERROR_LAUNCH_FAILED,
          CUresult.CUDA_ERROR_MPS_CLIENT_TERMINATED,
          CUresult.CUDA_ERROR_EXTERNAL_DEVICE,
          CUresult.CUDA_ERROR_UNKNOWN);

  private CudaCheck() {}

  /**
   * @param call name of the driver call, for the message
   */
  public static void check(int result, String call) {
    if (result != CUresult.CUDA_SUCCESS) {
      throw failure(
          result,
          call
              + " failed with "
              + describe(result)
              + ": check the state of the GPU with nvidia-smi");
    }
  }

  /** Returns the exception for a result code that is an error. */
  static BackendException failure(int result, String message) {
    return FATAL_RESULTS.contains(result)
        ? new DeviceLostException(message)
        : new BackendException(message);
  }

  /** Returns the name and explanation of a result code. */
  public static String describe(int result) {
    String[] name = new String[1];
    String[] text = new String[1];
    JCudaDriver.cuGetErrorName(result, name);
    JCudaDriver.cuGetErrorString(result, text);
    return "CUDA error "
        + (name[0] == null ? String.valueOf(result) : name[0] + " (" + text[0] + ")");
  }
}
