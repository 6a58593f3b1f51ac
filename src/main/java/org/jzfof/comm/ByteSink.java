package org.jzfof.comm;

import java.nio.ByteBuffer;

/** A place for bytes that arrive. */
@FunctionalInterface
public interface ByteSink {
  /**
   * @param at where the first byte belongs
   * @param source is used up
   */
  void write(long at, ByteBuffer source);
}
