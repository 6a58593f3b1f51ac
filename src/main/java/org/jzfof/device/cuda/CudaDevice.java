package org.jzfof.device.cuda;

import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
import static org.jzfof.device.cuda.CudaCheck.check;

import java.nio.charset.StandardCharsets;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.jzfof.error.BackendException;
import org.jzfof.error.Cleanup;

/** One GPU: its primary context, and the stream on which everything happens in order. */
public final class CudaDevice implements AutoCloseable {
  private static final int OLDEST_MAJOR = 7;
  private static final int OLDEST_MINOR = 5;
  private static final int NAME_LENGTH = 256;

  /** What the driver keeps for each thread: telling it anew before every call took 1 us. */
  private static final ThreadLocal<CudaDevice> CURRENT = new ThreadLocal<>();

  private final int ordinal;
  private final CUdevice device;
  private final CUcontext context = new CUcontext();
  private final Stream stream;
  private final String name;
  private final long totalMemory;
  private volatile String lastLaunch = "the first kernel";

  /** A stream that tells its address, for the native library. */
  public static final class Stream extends CUstream {
    private Stream() {}

    public long address() {
      return getNativePointer();
    }
  }

  /**
   * @param ordinal number of the GPU, from 0
   * @throws BackendException if it cannot be used
   */
  public CudaDevice(int ordinal) {
    this.ordinal = ordinal;
    this.device = device(ordinal);
    this.name = name(device);
    requireCapability();
    retain();
    this.stream = newStream();
    long[] total = new long[1];
    check(JCudaDriver.cuDeviceTotalMem(total, device), "cuDeviceTotalMem");
    this.totalMemory = total[0];
  }

  /** Makes the context of a GPU, for as long as the process lives or until {@link #endContext}. */
  public static void keepContext(int ordinal) {
    check(
        JCudaDriver.cuDevicePrimaryCtxRetain(new CUcontext(), device(ordinal)),
        "cuDevicePrimaryCtxRetain");
  }

  /** Ends the context of a GPU, whoever keeps it: the CUDA runtime does until the process ends. */
  public static void endContext(int ordinal) {
    check(JCudaDriver.cuDevicePrimaryCtxReset(device(ordinal)), "cuDevicePrimaryCtxReset");
  }

  static CUdevice device(int ordinal) {
    CUdevice device = new CUdevice();
    check(JCudaDriver.cuDeviceGet(device, ordinal), "cuDeviceGet");
    return device;
  }

  /** Keeps the context, and all that is in it, until as many calls of {@link #release}. */
  public void retain() {
    check(JCudaDriver.cuDevicePrimaryCtxRetain(context, device), "cuDevicePrimaryCtxRetain");
  }

  public void release() {
    check(JCudaDriver.cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
  }

  /** Number of GPUs that the driver shows. */
  static int count() {
    int[] count = new int[1];
    check(JCudaDriver.cuDeviceGetCount(count), "cuDeviceGetCount");
    return count[0];
  }

  /** Name of a GPU. */
  static String name(CUdevice device) {
    byte[] bytes = new byte[NAME_LENGTH];
    check(JCudaDriver.cuDeviceGetName(bytes, bytes.length, device), "cuDeviceGetName");
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** An attribute of a GPU. */
  static int attribute(CUdevice device, int attribute) {
    int[] value = new int[1];
    check(JCudaDriver.cuDeviceGetAttribute(value, attribute, device), "cuDeviceGetAttribute");
    return value[0];
  }

  private void requireCapability() {
    int major = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    int minor = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    if (10 * major + minor < 10 * OLDEST_MAJOR + OLDEST_MINOR) {
      throw new BackendException(
          "GPU %d (%s) has compute capability %d.%d: jzfof needs %d.%d (Turing) or newer"
              .formatted(ordinal, name, major, minor, OLDEST_MAJOR, OLDEST_MINOR));
    }
  }

  public int ordinal() {
    return ordinal;
  }

  public String name() {
    return name;
  }

  /** Memory of the GPU in bytes. */
  public long totalMemory() {
    return totalMemory;
  }

  public Stream stream() {
    return stream;
  }

  /** A stream beside the one for everything; to be destroyed by who asks for it. */
  public Stream newStream() {
    makeCurrent();
    Stream made = new Stream();
    check(
        JCudaDriver.cuStreamCreate(made, CUstream_flags.CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    return made;
  }

  long streamAddress() {
    return stream.address();
  }

  /** Makes this GPU the one that calls of the present thread mean. */
  public void makeCurrent() {
    if (CURRENT.get() != this) {
      check(JCudaDriver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
      CURRENT.set(this);
    }
  }

  /** Remembers what was started last: errors show up only later. */
  void launched(String what) {
    lastLaunch = what;
  }

  /** Waits until everything has been done. */
  public void synchronize() {
    makeCurrent();
    int result = JCudaDriver.cuStreamSynchronize(stream);
    if (result != CUresult.CUDA_SUCCESS) {
      throw CudaCheck.failure(
          result,
          "GPU %d (%s) stopped with %s in %s or before it: set JZFOF_JAVA_OPTS=-Djzfof.cuda.sync=true to find where"
              .formatted(ordinal, name, CudaCheck.describe(result), lastLaunch));
    }
  }

  @Override
  public void close() {
    Cleanup.all(
        this::makeCurrent,
        () -> check(JCudaDriver.cuStreamDestroy(stream), "cuStreamDestroy"),
        this::release,
        CURRENT::remove);
  }
}
