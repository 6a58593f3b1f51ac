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
 * GPU memory that other GPUs and processes of the same host can access ({@code cuda/ipc.cu}). It is
 * allocated directly from the driver, because the memory pool of the device cannot be shared.
 */
final class IpcMemory implements AutoCloseable {
  /** Length of a handle in 64-bit numbers. */
  static final int HANDLE_LONGS = 8;

  private final CudaDevice device;
  private final long bytes;
  private final CudaArray.Address pointer = new CudaArray.Address();

  /**
   * @throws MemoryException when the GPU has too little free memory
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
    // Other ranks may use the memory after this rank has failed and closed its device.
    device.retain();
  }

  /** Number of bytes. */
  long bytes() {
    return bytes;
  }

  /** Address in this process, valid on all its GPUs. */
  long address() {
    return pointer.value();
  }

  /**
   * Writes the handle with which another process can map the memory.
   *
   * @param handle output [{@link #HANDLE_LONGS}]
   * @return 0, or a negative error number
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

  /**
   * Maps memory of another process; returns its address in this process, or a negative error
   * number.
   */
  static native long map(long[] handle);

  /** Ends a mapping; returns 0 or a negative error number. */
  static native long unmap(long address);

  /**
   * Lets the current GPU access the memory of another GPU of this process; returns a negative error
   * number if it cannot.
   */
  static native long enablePeer(int ordinal);
}
