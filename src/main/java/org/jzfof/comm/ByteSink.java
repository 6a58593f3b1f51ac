package org.jzfof.comm;

import java.nio.ByteBuffer;

/** A place for bytes that arrive. */
@FunctionalInterface
public interface ByteSink {
  /**
   * Called on the receiver's thread, for pieces as in {@link ByteSource#read}; pieces of different
   * ranks come in any order.
   *
   * @param at where the first byte belongs
   * @param source is used up; in native byte order
   */
  void write(long at, ByteBuffer source);

  /**
   * The place where bytes belong, for messages that need no copy, as in {@link ByteSource#bytesAt};
   * nothing is written then.
   *
   * @param at first byte
   * @return null where the bytes are to be written
   */
  default ByteBuffer roomAt(long at, int bytes) {
    return null;
  }
}
