package org.jzfof.comm;

import java.nio.ByteBuffer;

/** Bytes to send, wherever they lie. */
@FunctionalInterface
public interface ByteSource {
  /**
   * Called on the sender's thread, for pieces of at most 2^31-1 bytes. Pieces start a multiple of 8
   * bytes after the start of their range, so that no value of up to 8 bytes is torn.
   *
   * @param at first byte to copy
   * @param target is filled up; in native byte order
   */
  void read(long at, ByteBuffer target);

  /**
   * Bytes where they lie, for messages that need no copy: a direct buffer over them, into which
   * only the library that sends it looks. It must stay as it is until the exchange is over.
   *
   * @param at first byte
   * @return null where the bytes are to be read
   */
  default ByteBuffer bytesAt(long at, int bytes) {
    return null;
  }
}
