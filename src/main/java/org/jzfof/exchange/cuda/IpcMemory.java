package org.jzfof.exchange.cuda;

import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaCheck;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.error.Cleanup;
import org.jzfof.error.MemoryException;

/**
 * Memory of a GPU that other GPUs and processes of the same host may use ({@code cuda/ipc.cu}). It
 * does not come from the heap, which has no memory to share.
 */
final class IpcMemory implements AutoCloseable {
  /** A handle is so many 64-bit numbers. */
  static final int HANDLE_LONGS = 8;

  private final CudaDevice device;
  private final long bytes;
  private final CudaArray.Address pointer = new CudaArray.Address();

  /**
   * @throws MemoryException when the GPU has no room for it
   */
  IpcMemory(CudaDevice device, long bytes) {
    this.device = device;
    this.bytes = bytes;
    device.makeCurrent();
    int result = JCudaDriver.cuMemAlloc(pointer, bytes);
    if (result == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
      throw new MemoryException(
          "GPU %d (%s) has no room for %d MiB to exchange particles with other GPUs: %s"
              .formatted(device.ordinal(), device.name(), bytes >> 20, CudaMemory.REMEDY));
    }
    CudaCheck.check(result, "cuMemAlloc of " + bytes + " bytes");
    device.retain(); // others may use it after this rank has failed and closed its device
  }

  /** Its size. */
  long bytes() {
    return bytes;
  }

  /** Address on its own GPU, and on all GPUs of this process. */
  long address() {
    return pointer.value();
  }

  /**
   * Tells what another process needs to map it.
   *
   * @param handle is filled [{@link #HANDLE_LONGS}]
   * @return an error below 0, or 0
   */
  long handle(long[] handle) {
    device.makeCurrent();
    return handleOf(address(), handle);
  }

  @Override
  public void close() {
    device.makeCurrent();
    Cleanup.all(
        () -> CudaCheck.check(JCudaDriver.cuMemFree(pointer), "cuMemFree"), device::release);
  }

  private static native long handleOf(long address, long[] handle);

  /** Maps memory of another process; returns its address here, or an error below 0. */
  static native long map(long[] handle);

  /** Ends a mapping. */
  static native long unmap(long address);

  /** Lets the current GPU read the memory of another one of this process. */
  static native long enablePeer(int ordinal);
}
