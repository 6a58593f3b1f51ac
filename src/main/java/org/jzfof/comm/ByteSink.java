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
   * Whether messages are received into the place where they belong, as in {@link
   * ByteSource#inPlace}: {@link #roomAt} gives it. Bytes of a rank of the same process are written
   * all the same.
   */
  default boolean inPlace() {
    return false;
  }

  /**
   * The place where bytes belong, a direct buffer, as in {@link ByteSource#bytesAt}.
   *
   * @param at first byte
   */
  default ByteBuffer roomAt(long at, int bytes) {
    throw new UnsupportedOperationException("bytes are to be written");
  }
}
