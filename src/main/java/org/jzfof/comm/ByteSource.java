package org.jzfof.comm;

import java.nio.ByteBuffer;

/** Bytes to send, wherever they lie. */
@FunctionalInterface
public interface ByteSource {
  /**
   * @param at first byte to copy
   * @param target is filled up
   */
  void read(long at, ByteBuffer target);
}
