package org.jzfof.exchange;

import java.nio.ByteBuffer;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;

/** Messages are sent from device memory and received into it, by a CUDA-aware MPI. */
public record MessagesInPlace(Buffers memory) implements MessagePath {
  /** Access to device memory as message buffers. */
  @FunctionalInterface
  public interface Buffers {
    /**
     * Waits for the device and returns a direct buffer over a part of an array.
     *
     * @param offset offset of the first byte in the array
     */
    ByteBuffer buffer(DeviceArray array, long offset, int bytes);
  }

  @Override
  public void exchange(Communicator comm, RankRanges from, RankRanges to) {
    comm.exchange(
        new InPlaceRanges(from), from.ranks().packed(), new InPlaceRanges(to), to.ranks().packed());
  }

  /** The ranges of an array as a source or a sink of messages. */
  private final class InPlaceRanges implements ByteSource, ByteSink {
    private final RankRanges ranges;

    InPlaceRanges(RankRanges ranges) {
      this.ranges = ranges;
    }

    @Override
    public boolean inPlace() {
      return true;
    }

    @Override
    public ByteBuffer bytesAt(long offset, int bytes) {
      return memory.buffer(ranges.array(), ranges.ranks().offset(offset), bytes);
    }

    @Override
    public ByteBuffer roomAt(long offset, int bytes) {
      return bytesAt(offset, bytes);
    }

    @Override
    public void read(long offset, ByteBuffer target) {
      throw new UnsupportedOperationException("what stays on the rank goes another way");
    }

    @Override
    public void write(long offset, ByteBuffer source) {
      throw new UnsupportedOperationException("ranks are processes here");
    }
  }
}
