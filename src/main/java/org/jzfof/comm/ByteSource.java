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
   * Whether messages are sent from where the bytes lie: then {@link #bytesAt} gives them, but for
   * what a rank sends to itself, and a message may be as long as {@link
   * Transport#LONGEST_IN_PLACE}. The same for source and sink on all ranks of an exchange.
   */
  default boolean inPlace() {
    return false;
  }

  /**
   * Bytes where they lie: a direct buffer over them. They must stay as they are until the exchange
   * is over.
   *
   * @param at first byte
   */
  default ByteBuffer bytesAt(long at, int bytes) {
    throw new UnsupportedOperationException("bytes are to be read");
  }
}
