package org.jzfof.comm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Copies, in blocks and without messages, the data that a rank sends to itself in an exchange. */
public final class SelfTransfer {
  private static final int BLOCK = 1 << 20;

  private ByteBuffer block = ByteBuffer.allocateDirect(0);

  /**
   * Copies the range of {@code rank}; the other parameters are as in {@link Communicator#exchange}.
   */
  public void copy(
      int rank, ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart) {
    long bytes = sendStart[rank + 1] - sendStart[rank];
    if (bytes != receiveStart[rank + 1] - receiveStart[rank]) {
      throw new IllegalArgumentException(
          "rank %d sends %d bytes to itself and expects %d"
              .formatted(rank, bytes, receiveStart[rank + 1] - receiveStart[rank]));
    }
    int length = (int) Math.min(bytes, BLOCK);
    if (block.capacity() < length) {
      block = ByteBuffer.allocateDirect(length).order(ByteOrder.nativeOrder());
    }
    for (long done = 0; done < bytes; done += BLOCK) {
      block.clear().limit((int) Math.min(bytes - done, BLOCK));
      source.read(sendStart[rank] + done, block);
      sink.write(receiveStart[rank] + done, block.flip());
    }
  }
}
