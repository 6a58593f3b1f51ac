package org.jzfof.contract;

import java.nio.ByteBuffer;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;

/** Direct memory, for messages without a copy where the transport can do that. */
final class DirectBytes implements ByteSource {
  final ByteBuffer bytes;
  int copied;

  DirectBytes(int length) {
    bytes = ByteBuffer.allocateDirect(length);
  }

  @Override
  public void read(long at, ByteBuffer target) {
    copied += target.remaining();
    target.put(bytesAt(at, target.remaining()));
  }

  @Override
  public boolean inPlace() {
    return true;
  }

  @Override
  public ByteBuffer bytesAt(long at, int length) {
    return bytes.slice((int) at, length);
  }

  ByteSink sink() {
    return new ByteSink() {
      @Override
      public void write(long at, ByteBuffer source) {
        copied += source.remaining();
        bytesAt(at, source.remaining()).put(source);
      }

      @Override
      public boolean inPlace() {
        return true;
      }

      @Override
      public ByteBuffer roomAt(long at, int length) {
        return bytesAt(at, length);
      }
    };
  }
}
