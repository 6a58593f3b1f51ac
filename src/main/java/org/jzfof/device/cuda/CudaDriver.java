package org.jzfof.device.cuda;

import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
import static org.jzfof.device.cuda.CudaCheck.check;

import jcuda.JCudaVersion;
import jcuda.LibUtils;
import jcuda.driver.CUdevice;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.jzfof.error.BackendException;

/** The NVIDIA driver of this host, and the GPUs that it shows. */
public final class CudaDriver {
  private CudaDriver() {}

  /**
   * The driver's description of a GPU.
   *
   * @param name product name
   * @param memoryBytes total memory in bytes
   * @param capability compute capability, such as "9.0"
   */
  public record Gpu(String name, long memoryBytes, String capability) {}

  /**
   * Loads the driver and the library of the primitives.
   *
   * @throws BackendException if one of them is missing
   */
  public static void loadWithKernels() {
    try {
      System.loadLibrary(Primitives.LIBRARY);
    } catch (UnsatisfiedLinkError e) {
      throw new BackendException(
          "lib%s.so does not load (%s): start jzfof by its launcher, or add its folder to java.library.path"
              .formatted(Primitives.LIBRARY, e.getMessage()),
          e);
    }
    load();
  }

  /**
   * Loads the driver. JCuda's library is loaded first from the library path, for JCuda itself would
   * fall back to a file in the temporary folder, where anybody can put one.
   *
   * @throws BackendException if the host has no NVIDIA driver
   */
  public static void load() {
    try {
      System.loadLibrary(LibUtils.createPlatformLibraryName("JCudaDriver-" + JCudaVersion.get()));
      JCudaDriver.setExceptionsEnabled(false);
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      throw new BackendException(
          "no NVIDIA driver (libcuda.so.1) was found on this host: install one, or run where there is a GPU",
          e);
    }
  }

  /**
   * Returns the number of GPUs of the loaded driver, at least 1.
   *
   * @throws BackendException if the driver shows none
   */
  public static int gpus() {
    int result = JCudaDriver.cuInit(0);
    if (result == CUresult.CUDA_ERROR_NO_DEVICE) {
      throw new BackendException(
          "the NVIDIA driver finds no GPU: see nvidia-smi and CUDA_VISIBLE_DEVICES");
    }
    check(result, "cuInit");
    int count = CudaDevice.count();
    if (count == 0) {
      throw new BackendException(
          "the NVIDIA driver shows no GPU: see nvidia-smi and CUDA_VISIBLE_DEVICES");
    }
    return count;
  }

  /** Returns the newest version of CUDA that the driver supports, such as "13.0". */
  public static String version() {
    int[] version = new int[1];
    check(JCudaDriver.cuDriverGetVersion(version), "cuDriverGetVersion");
    return version[0] / 1000 + "." + version[0] % 1000 / 10;
  }

  /** Returns the description of a GPU; ordinals start at 0. */
  public static Gpu gpu(int ordinal) {
    CUdevice device = CudaDevice.device(ordinal);
    long[] memory = new long[1];
    check(JCudaDriver.cuDeviceTotalMem(memory, device), "cuDeviceTotalMem");
    int major = CudaDevice.attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    int minor = CudaDevice.attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    return new Gpu(CudaDevice.name(device), memory[0], major + "." + minor);
  }
}
