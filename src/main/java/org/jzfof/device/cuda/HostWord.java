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
 * A word of host memory that the GPU writes. Stages wait for many counts; a kernel that writes a
 * count into memory that the host polls is faster than a copy and a wait for the stream.
 */
final class HostWord implements AutoCloseable {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Number of polls, a few hundred microseconds, before the driver waits for the stream. */
  private static final int POLLS = 1 << 12;

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
   * Reads an element after all work so far.
   *
   * @param array array with 4 or 8 bytes per element; elements of 4 bytes are read as unsigned
   *     numbers
   */
  long read(DeviceArray array, long index) {
    int bytes = array.type().bytes();
    return runForValue(
        kernels
            .launch("arrays", "tell_host_" + bytes)
            .arg(CudaArray.address(array) + index * bytes),
        1,
        1);
  }

  /**
   * Runs a kernel that writes the word, and returns the value that it wrote.
   *
   * @param launch launch with all arguments but the last two: the ticket and the address of the
   *     word
   */
  long runForValue(Launch launch, long threads, int block) {
    prepare();
    launch.arg(++ticket).arg(target).run(threads, block);
    for (int poll = 0; poll < POLLS && writtenTicket() != ticket; poll++) {
      Thread.onSpinWait();
    }
    if (writtenTicket() != ticket) {
      device.synchronize();
    }
    return (long) LONGS.get(word, 0);
  }

  private long writtenTicket() {
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
