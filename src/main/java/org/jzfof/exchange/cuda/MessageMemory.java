package org.jzfof.exchange.cuda;

import java.nio.ByteBuffer;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.exchange.MessagesInPlace;

/**
 * Memory of a GPU for the messages of a CUDA-aware MPI, which copies it itself ({@code
 * cuda/messages.cu}).
 */
final class MessageMemory implements MessagesInPlace.Buffers {
  private final CudaDevice device;

  MessageMemory(CudaDevice device) {
    this.device = device;
  }

  @Override
  public ByteBuffer buffer(DeviceArray array, long at, int bytes) {
    device.synchronize(); // MPI knows nothing of what is under way
    return over(CudaArray.address(array) + at, bytes);
  }

  /** Whether the MPI library in this process, if there is one, takes memory of GPUs. */
  static native boolean takenByMpi();

  private static native ByteBuffer over(long address, int bytes);
}
