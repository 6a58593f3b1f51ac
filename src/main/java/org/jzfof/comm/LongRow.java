package org.jzfof.comm;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/**
 * The values of one rank as bytes to send or to receive.
 *
 * @param values array that is read or written directly
 */
public record LongRow(long[] values) implements ByteSource, ByteSink {
  @Override
  public boolean inPlace() {
    return false;
  }

  @Override
  public void read(long offset, ByteBuffer target) {
    LongBuffer bytes = target.asLongBuffer();
    bytes.put(values, (int) (offset / Long.BYTES), bytes.remaining());
    target.position(target.limit());
  }

  @Override
  public void write(long offset, ByteBuffer source) {
    LongBuffer bytes = source.asLongBuffer();
    bytes.get(values, (int) (offset / Long.BYTES), bytes.remaining());
    source.position(source.limit());
  }

  /** Total length of the values in bytes. */
  public long bytes() {
    return Long.BYTES * (long) values.length;
  }
}
