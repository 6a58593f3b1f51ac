package org.jzfof.backend.cuda;

import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
import static org.jzfof.backend.cuda.driver.CudaCheck.check;

import java.util.List;
import java.util.stream.IntStream;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;
import org.jzfof.backend.GpuSurvey;
import org.jzfof.backend.cuda.driver.CudaDevice;
import org.jzfof.backend.cuda.driver.CudaKernels;
import org.jzfof.error.BackendException;

/** Asks the driver for its GPUs; see {@link GpuSurvey}. */
public final class CudaSurvey {
  private CudaSurvey() {}

  /** Whether this build has kernels at all. */
  public static boolean hasKernels() {
    return CudaKernels.built();
  }

  /**
   * Looks at all GPUs, and tries to use each.
   *
   * @throws BackendException if there is no driver, or it shows no GPU
   */
  public static GpuSurvey take() {
    CudaBackend.loadDriver();
    int count = CudaBackend.deviceCount();
    int[] version = new int[1];
    check(JCudaDriver.cuDriverGetVersion(version), "cuDriverGetVersion");
    List<GpuSurvey.Device> devices =
        IntStream.range(0, count).mapToObj(CudaSurvey::device).toList();
    return new GpuSurvey(version[0] / 1000 + "." + version[0] % 1000 / 10, devices);
  }

  private static GpuSurvey.Device device(int ordinal) {
    CUdevice device = new CUdevice();
    check(JCudaDriver.cuDeviceGet(device, ordinal), "cuDeviceGet");
    long[] memory = new long[1];
    check(JCudaDriver.cuDeviceTotalMem(memory, device), "cuDeviceTotalMem");
    int major = CudaDevice.attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    int minor = CudaDevice.attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    return new GpuSurvey.Device(
        ordinal, CudaDevice.name(device), memory[0], major + "." + minor, fault(ordinal));
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
