package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import jcuda.Pointer;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;
import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.exchange.StagingBuffers;

/**
 * Page-locked memory that all GPUs of the process copy from and to, with a stream for each
 * direction. It is allocated at the first use, as page-locking takes milliseconds.
 */
final class PinnedBuffers implements StagingBuffers, AutoCloseable {
  /**
   * {@code CU_MEMHOSTALLOC_PORTABLE} of cuda.h: the memory is page-locked for all contexts, since
   * the ranks of a process read each other's buffers.
   */
  private static final int PORTABLE = 1;

  private final CudaDevice device;
  private final List<Runnable> closers = new ArrayList<>();
  private final Buffer[] outgoing = new Buffer[2];
  private final Buffer[] incoming = new Buffer[2];
  private CudaDevice.Stream down;
  private CudaDevice.Stream up;
  private CUevent reached;
  private int capacity;

  PinnedBuffers(CudaDevice device) {
    this.device = device;
  }

  /** A buffer with the event of the last copy from or to it. */
  private record Buffer(Pointer memory, ByteBuffer bytes, CUevent copied) {
    ByteBuffer await() {
      check(JCudaDriver.cuEventSynchronize(copied), "cuEventSynchronize");
      return bytes.clear();
    }

    Pointer at(int offset) {
      return memory.withByteOffset(offset);
    }
  }

  @Override
  public void begin(int bytes) {
    device.makeCurrent();
    if (bytes > capacity) {
      close();
      make(bytes);
    }
    await(down, device.stream());
    await(up, device.stream());
  }

  private void make(int bytes) {
    reached = event();
    down = stream();
    up = stream();
    for (int half = 0; half < 2; half++) {
      outgoing[half] = buffer(bytes);
      incoming[half] = buffer(bytes);
    }
    capacity = bytes;
  }

  private CUevent event() {
    CUevent created = new CUevent();
    check(
        JCudaDriver.cuEventCreate(created, CUevent_flags.CU_EVENT_DISABLE_TIMING), "cuEventCreate");
    closers.add(() -> check(JCudaDriver.cuEventDestroy(created), "cuEventDestroy"));
    return created;
  }

  private CudaDevice.Stream stream() {
    CudaDevice.Stream created = device.newStream();
    closers.add(() -> check(JCudaDriver.cuStreamDestroy(created), "cuStreamDestroy"));
    return created;
  }

  private Buffer buffer(int bytes) {
    Pointer memory = new Pointer();
    check(JCudaDriver.cuMemHostAlloc(memory, bytes, PORTABLE), "cuMemHostAlloc");
    closers.add(() -> check(JCudaDriver.cuMemFreeHost(memory), "cuMemFreeHost"));
    ByteBuffer view = memory.getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
    return new Buffer(memory, view, event());
  }

  /** Makes a stream wait for the work that another stream has so far. */
  private void await(CudaDevice.Stream waiting, CudaDevice.Stream other) {
    record(reached, other);
    check(JCudaDriver.cuStreamWaitEvent(waiting, reached, 0), "cuStreamWaitEvent");
  }

  private static void record(CUevent event, CudaDevice.Stream stream) {
    check(JCudaDriver.cuEventRecord(event, stream), "cuEventRecord");
  }

  @Override
  public void fetch(int half, int offset, DeviceArray from, long at, int bytes) {
    check(
        JCudaDriver.cuMemcpyDtoHAsync(
            outgoing[half].at(offset), CudaArray.at(from, at), bytes, down),
        "cuMemcpyDtoHAsync");
    record(outgoing[half].copied, down);
  }

  @Override
  public ByteBuffer sendBuffer(int half) {
    return outgoing[half].await();
  }

  @Override
  public ByteBuffer receiveBuffer(int half) {
    return incoming[half].await();
  }

  @Override
  public void store(int half, int offset, DeviceArray to, long at, int bytes) {
    check(
        JCudaDriver.cuMemcpyHtoDAsync(CudaArray.at(to, at), incoming[half].at(offset), bytes, up),
        "cuMemcpyHtoDAsync");
    record(incoming[half].copied, up);
  }

  @Override
  public void store(ByteBuffer from, DeviceArray to, long at) {
    check(
        JCudaDriver.cuMemcpyHtoDAsync(
            CudaArray.at(to, at), Pointer.toBuffer(from), from.remaining(), up),
        "cuMemcpyHtoDAsync");
    check(JCudaDriver.cuStreamSynchronize(up), "cuStreamSynchronize");
    from.position(from.limit());
  }

  @Override
  public void end() {
    await(device.stream(), down);
    await(device.stream(), up);
  }

  @Override
  public void close() {
    List<Runnable> all = new ArrayList<>();
    if (capacity > 0) {
      all.add(device::makeCurrent);
      all.add(() -> check(JCudaDriver.cuStreamSynchronize(down), "cuStreamSynchronize"));
      all.add(() -> check(JCudaDriver.cuStreamSynchronize(up), "cuStreamSynchronize"));
    }
    all.addAll(closers);
    closers.clear();
    capacity = 0;
    Cleanup.all(all);
  }
}
