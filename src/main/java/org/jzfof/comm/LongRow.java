package org.jzfof.comm;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/**
 * Values of one rank, as bytes to send or to receive.
 *
 * @param values are read, or written, where they are
 */
public record LongRow(long[] values) implements ByteSource, ByteSink {
  @Override
  public boolean inPlace() {
    return false;
  }

  @Override
  public void read(long at, ByteBuffer target) {
    LongBuffer bytes = target.asLongBuffer();
    bytes.put(values, (int) (at / Long.BYTES), bytes.remaining());
    target.position(target.limit());
  }

  @Override
  public void write(long at, ByteBuffer source) {
    LongBuffer bytes = source.asLongBuffer();
    bytes.get(values, (int) (at / Long.BYTES), bytes.remaining());
    source.position(source.limit());
  }

  /** Length of all values in bytes. */
  public long bytes() {
    return Long.BYTES * (long) values.length;
  }
}
