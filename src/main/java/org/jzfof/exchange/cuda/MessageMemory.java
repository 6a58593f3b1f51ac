package org.jzfof.exchange.cuda;

import java.nio.ByteBuffer;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.exchange.MessagesInPlace;

/**
 * GPU memory as message buffers of a CUDA-aware MPI, which copies from and to the GPU itself
 * ({@code cuda/messages.cu}).
 */
final class MessageMemory implements MessagesInPlace.Buffers {
  private final CudaDevice device;

  MessageMemory(CudaDevice device) {
    this.device = device;
  }

  @Override
  public ByteBuffer buffer(DeviceArray array, long offset, int bytes) {
    device.synchronize(); // MPI does not know of the pending device work
    return over(CudaArray.address(array) + offset, bytes);
  }

  /** Returns whether this process has an MPI library that accepts GPU memory. */
  static native boolean takenByMpi();

  private static native ByteBuffer over(long address, int bytes);
}
