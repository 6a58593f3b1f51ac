package org.jzfof.exchange;

import java.nio.ByteBuffer;
import org.jzfof.device.DeviceArray;

/**
 * Two send buffers and two receive buffers in host memory, between which device arrays and messages
 * are copied. The copies to and from the device run while the host works, and the two directions
 * overlap. Messages alternate between the two halves, 0 and 1.
 */
public interface StagingBuffers {
  /**
   * Begins an exchange: the copies that follow wait for the work that is already queued on the
   * device.
   *
   * @param bytes minimum size of each buffer
   */
  void begin(int bytes);

  /**
   * Starts a copy from an array, at byte {@code arrayOffset}, into the send buffer {@code half}.
   */
  void fetch(int half, int offset, DeviceArray from, long arrayOffset, int bytes);

  /** Waits for all copies into the send buffer {@code half} and returns a direct buffer over it. */
  ByteBuffer sendBuffer(int half);

  /**
   * Waits for all copies out of the receive buffer {@code half} and returns a direct buffer over
   * it.
   */
  ByteBuffer receiveBuffer(int half);

  /**
   * Starts a copy from the receive buffer {@code half} into an array, at byte {@code arrayOffset}.
   */
  void store(int half, int offset, DeviceArray to, long arrayOffset, int bytes);

  /** Copies from other host memory into an array, and waits for the copy. */
  void store(ByteBuffer from, DeviceArray to, long arrayOffset);

  /** Ends an exchange: device work that is queued from now on waits for all copies. */
  void end();
}
