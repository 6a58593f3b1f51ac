package org.jzfof.comm;

import java.nio.ByteBuffer;

/** Receives the bytes that arrive in an exchange. */
@FunctionalInterface
public interface ByteSink {
  /**
   * Consumes a piece, on the receiver's thread. Pieces are as in {@link ByteSource#read}; pieces of
   * different ranks arrive in any order.
   *
   * @param offset target offset of the first byte
   * @param source bytes in native byte order; the call must consume all of them
   */
  void write(long offset, ByteBuffer source);

  /**
   * Returns whether messages are received directly into the buffers of {@link #roomAt}, as in
   * {@link ByteSource#inPlace}. Bytes from a rank of the same process are passed to {@link #write}
   * in either case.
   */
  default boolean inPlace() {
    return false;
  }

  /**
   * Returns the direct buffer into which bytes are received, as in {@link ByteSource#bytesAt}.
   *
   * @param offset target offset of the first byte
   */
  default ByteBuffer roomAt(long offset, int bytes) {
    throw new UnsupportedOperationException("bytes are to be written");
  }
}
