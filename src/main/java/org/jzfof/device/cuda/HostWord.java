package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.JCudaDriver;
import org.jzfof.device.DeviceArray;

/**
 * A word of the host that the GPU writes. Stages wait for many counts; a kernel that writes one
 * where the host is looking is faster than a copy and a wait for the stream.
 */
final class HostWord implements AutoCloseable {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Looks before the wait is left to the driver: for a few hundred microseconds. */
  private static final int LOOKS = 1 << 12;

  private final CudaDevice device;
  private final CudaKernels kernels;
  private final Pointer pinned = new Pointer();
  private ByteBuffer word;
  private long target;
  private long ticket;

  HostWord(CudaDevice device, CudaKernels kernels) {
    this.device = device;
    this.kernels = kernels;
  }

  /**
   * Reads an element, as it is after all work so far.
   *
   * @param array of 4 or 8 bytes per element; those of 4 are read as unsigned numbers
   */
  long read(DeviceArray array, long index) {
    int bytes = array.type().bytes();
    return told(
        kernels
            .launch("arrays", "tell_host_" + bytes)
            .arg(CudaArray.address(array) + index * bytes),
        1,
        1);
  }

  /**
   * What a kernel tells.
   *
   * @param launch for which only the ticket and the place of the word are missing
   */
  long told(Launch launch, long threads, int block) {
    prepare();
    launch.arg(++ticket).arg(target).run(threads, block);
    for (int look = 0; look < LOOKS && told() != ticket; look++) {
      Thread.onSpinWait();
    }
    if (told() != ticket) {
      device.synchronize();
    }
    return (long) LONGS.get(word, 0);
  }

  private long told() {
    return (long) LONGS.getAcquire(word, Long.BYTES);
  }

  private void prepare() {
    if (word != null) {
      return;
    }
    device.makeCurrent();
    check(
        JCudaDriver.cuMemHostAlloc(pinned, 2 * Long.BYTES, JCudaDriver.CU_MEMHOSTALLOC_DEVICEMAP),
        "cuMemHostAlloc");
    CudaArray.Address mapped = new CudaArray.Address();
    check(JCudaDriver.cuMemHostGetDevicePointer(mapped, pinned, 0), "cuMemHostGetDevicePointer");
    target = mapped.value();
    word = pinned.getByteBuffer(0, 2 * Long.BYTES).order(ByteOrder.nativeOrder());
    LONGS.setRelease(word, Long.BYTES, 0L);
  }

  @Override
  public void close() {
    if (word != null) {
      check(JCudaDriver.cuMemFreeHost(pinned), "cuMemFreeHost");
      word = null;
    }
  }
}
