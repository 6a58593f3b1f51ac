package org.jzfof.exchange;

import java.nio.ByteBuffer;
import org.jzfof.device.DeviceArray;

/**
 * Two buffers in the memory of the host for what leaves a device and two for what comes. Copies
 * between them and the device run beside the host and beside each other.
 */
public interface StagingBuffers {
  /**
   * Copies that follow come after what the device has been told to do so far.
   *
   * @param bytes that each buffer has room for
   */
  void begin(int bytes);

  /** Starts to copy from an array into the buffer {@code half} of what leaves. */
  void fetch(int half, int place, DeviceArray from, long at, int bytes);

  /** Waits until all of that buffer has been fetched; a direct buffer over it. */
  ByteBuffer fetched(int half);

  /** Waits until the buffer {@code half} of what comes has been stored; a direct buffer over it. */
  ByteBuffer room(int half);

  /** Starts to copy from the buffer {@code half} of what comes into an array. */
  void store(int half, int place, DeviceArray to, long at, int bytes);

  /** Copies from other memory of the host into an array, and waits. */
  void store(ByteBuffer from, DeviceArray to, long at);

  /** Work that is queued on the device from now on waits for all copies. */
  void end();
}
