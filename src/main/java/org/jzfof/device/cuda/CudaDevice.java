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

/** One GPU: its primary context, and the stream on which all work runs in order. */
public final class CudaDevice implements AutoCloseable {
  private static final int OLDEST_MAJOR = 7;
  private static final int OLDEST_MINOR = 5;
  private static final int NAME_LENGTH = 256;

  /** The device that the driver has set for each thread; setting it before every call took 1 us. */
  private static final ThreadLocal<CudaDevice> CURRENT = new ThreadLocal<>();

  private final int ordinal;
  private final CUdevice device;
  private final CUcontext context = new CUcontext();
  private final Stream stream;
  private final String name;
  private final long totalMemory;
  private volatile String lastLaunch = "the first kernel";

  /** A stream that returns its address, for the native library. */
  public static final class Stream extends CUstream {
    private Stream() {}

    public long address() {
      return getNativePointer();
    }
  }

  /**
   * @param ordinal number of the GPU, from 0
   * @throws BackendException if the GPU cannot be used
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

  /** Creates the context of a GPU; it lives until {@link #endContext} or the end of the process. */
  public static void keepContext(int ordinal) {
    check(
        JCudaDriver.cuDevicePrimaryCtxRetain(new CUcontext(), device(ordinal)),
        "cuDevicePrimaryCtxRetain");
  }

  /**
   * Destroys the context of a GPU even if others retain it: the CUDA runtime does until the process
   * ends.
   */
  public static void endContext(int ordinal) {
    check(JCudaDriver.cuDevicePrimaryCtxReset(device(ordinal)), "cuDevicePrimaryCtxReset");
  }

  static CUdevice device(int ordinal) {
    CUdevice device = new CUdevice();
    check(JCudaDriver.cuDeviceGet(device, ordinal), "cuDeviceGet");
    return device;
  }

  /**
   * Retains the context with all that is in it, until {@link #release} was called as often as this
   * method.
   */
  public void retain() {
    check(JCudaDriver.cuDevicePrimaryCtxRetain(context, device), "cuDevicePrimaryCtxRetain");
  }

  public void release() {
    check(JCudaDriver.cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
  }

  /** Returns the number of GPUs that the driver shows. */
  static int count() {
    int[] count = new int[1];
    check(JCudaDriver.cuDeviceGetCount(count), "cuDeviceGetCount");
    return count[0];
  }

  static String name(CUdevice device) {
    byte[] bytes = new byte[NAME_LENGTH];
    check(JCudaDriver.cuDeviceGetName(bytes, bytes.length, device), "cuDeviceGetName");
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

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

  /** Returns the memory of the GPU in bytes. */
  public long totalMemory() {
    return totalMemory;
  }

  public Stream stream() {
    return stream;
  }

  /** Creates a stream beside the main one. The caller destroys it. */
  public Stream newStream() {
    makeCurrent();
    Stream created = new Stream();
    check(
        JCudaDriver.cuStreamCreate(created, CUstream_flags.CU_STREAM_NON_BLOCKING),
        "cuStreamCreate");
    return created;
  }

  long streamAddress() {
    return stream.address();
  }

  /** Makes this GPU the current one of the calling thread. */
  public void makeCurrent() {
    if (CURRENT.get() != this) {
      check(JCudaDriver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
      CURRENT.set(this);
    }
  }

  /** Records the name of the last launch for error messages, as errors show up only later. */
  void recordLaunch(String name) {
    lastLaunch = name;
  }

  /** Waits until all work on the stream is done. */
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
