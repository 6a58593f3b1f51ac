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
}
