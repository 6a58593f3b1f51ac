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
 * direction. Made when first needed, as page-locking takes milliseconds.
 */
final class PinnedBuffers implements StagingBuffers, AutoCloseable {
  /** As cuda.h has it: page-locked for all contexts, since ranks of a process read each other's. */
  private static final int PORTABLE = 1;

  private final CudaDevice device;
  private final List<Runnable> steps = new ArrayList<>(); // of closing
  private final Buffer[] leaving = new Buffer[2];
  private final Buffer[] coming = new Buffer[2];
  private CudaDevice.Stream down;
  private CudaDevice.Stream up;
  private CUevent met;
  private int capacity;

  PinnedBuffers(CudaDevice device) {
    this.device = device;
  }

  /**
   * A buffer, and the event after the last copy from or to it.
   *
   * @param memory its address
   * @param bytes over it
   */
  private record Buffer(Pointer memory, ByteBuffer bytes, CUevent copied) {
    ByteBuffer await() {
      check(JCudaDriver.cuEventSynchronize(copied), "cuEventSynchronize");
      return bytes.clear();
    }

    Pointer at(int place) {
      return memory.withByteOffset(place);
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
    met = event();
    down = stream();
    up = stream();
    for (int half = 0; half < 2; half++) {
      leaving[half] = buffer(bytes);
      coming[half] = buffer(bytes);
    }
    capacity = bytes;
  }

  private CUevent event() {
    CUevent made = new CUevent();
    check(JCudaDriver.cuEventCreate(made, CUevent_flags.CU_EVENT_DISABLE_TIMING), "cuEventCreate");
    steps.add(() -> check(JCudaDriver.cuEventDestroy(made), "cuEventDestroy"));
    return made;
  }

  private CudaDevice.Stream stream() {
    CudaDevice.Stream made = device.newStream();
    steps.add(() -> check(JCudaDriver.cuStreamDestroy(made), "cuStreamDestroy"));
    return made;
  }

  private Buffer buffer(int bytes) {
    Pointer memory = new Pointer();
    check(JCudaDriver.cuMemHostAlloc(memory, bytes, PORTABLE), "cuMemHostAlloc");
    steps.add(() -> check(JCudaDriver.cuMemFreeHost(memory), "cuMemFreeHost"));
    ByteBuffer view = memory.getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
    return new Buffer(memory, view, event());
  }

  /** A stream goes on when another one has done what it was told to do. */
  private void await(CudaDevice.Stream waiting, CudaDevice.Stream other) {
    record(met, other);
    check(JCudaDriver.cuStreamWaitEvent(waiting, met, 0), "cuStreamWaitEvent");
  }

  private static void record(CUevent event, CudaDevice.Stream stream) {
    check(JCudaDriver.cuEventRecord(event, stream), "cuEventRecord");
  }

  @Override
  public void fetch(int half, int place, DeviceArray from, long at, int bytes) {
    check(
        JCudaDriver.cuMemcpyDtoHAsync(leaving[half].at(place), CudaArray.at(from, at), bytes, down),
        "cuMemcpyDtoHAsync");
    record(leaving[half].copied, down);
  }

  @Override
  public ByteBuffer fetched(int half) {
    return leaving[half].await();
  }

  @Override
  public ByteBuffer room(int half) {
    return coming[half].await();
  }

  @Override
  public void store(int half, int place, DeviceArray to, long at, int bytes) {
    check(
        JCudaDriver.cuMemcpyHtoDAsync(CudaArray.at(to, at), coming[half].at(place), bytes, up),
        "cuMemcpyHtoDAsync");
    record(coming[half].copied, up);
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
    all.addAll(steps);
    steps.clear();
    capacity = 0;
    Cleanup.all(all);
  }
}
