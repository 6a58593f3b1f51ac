package org.jzfof.comm;

import java.nio.ByteBuffer;

/** Supplies the bytes that a rank sends in an exchange. */
@FunctionalInterface
public interface ByteSource {
  /**
   * Copies a piece of at most 2^31-1 bytes, on the sender's thread. A piece starts at a multiple of
   * 8 bytes after the start of its range, so that no value of up to 8 bytes is split.
   *
   * @param offset offset of the first byte to copy
   * @param target buffer to fill completely, in native byte order
   */
  void read(long offset, ByteBuffer target);

  /**
   * Returns whether messages are sent directly from the memory that {@link #bytesAt} returns. Then
   * a message may be as long as {@link Transport#LONGEST_IN_PLACE}. Bytes that a rank sends to
   * itself pass through {@link #read} in either case. The answer must be the same for source and
   * sink on all ranks of an exchange.
   */
  default boolean inPlace() {
    return false;
  }

  /**
   * Returns a direct buffer over bytes in their present memory. The bytes must not change until the
   * exchange has finished.
   *
   * @param offset offset of the first byte
   */
  default ByteBuffer bytesAt(long offset, int bytes) {
    throw new UnsupportedOperationException("bytes are to be read");
  }
}
