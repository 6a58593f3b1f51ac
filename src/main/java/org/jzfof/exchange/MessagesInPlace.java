package org.jzfof.exchange;

import java.nio.ByteBuffer;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;

/**
 * Messages are sent from device memory and received into it, by an MPI that can.
 *
 * @param memory as the buffers of messages
 */
public record MessagesInPlace(Buffers memory) implements MessagePath {
  /** Device memory as the buffers of messages. */
  @FunctionalInterface
  public interface Buffers {
    /**
     * Waits for the device.
     *
     * @param at first byte of the array
     * @return a direct buffer of so many bytes
     */
    ByteBuffer buffer(DeviceArray array, long at, int bytes);
  }

  @Override
  public void exchange(Communicator comm, RankRanges from, RankRanges to) {
    comm.exchange(new Place(from), from.ranks().packed(), new Place(to), to.ranks().packed());
  }

  private final class Place implements ByteSource, ByteSink {
    private final RankRanges ranges;

    Place(RankRanges ranges) {
      this.ranges = ranges;
    }

    @Override
    public boolean inPlace() {
      return true;
    }

    @Override
    public ByteBuffer bytesAt(long at, int bytes) {
      return memory.buffer(ranges.array(), ranges.ranks().place(at), bytes);
    }

    @Override
    public ByteBuffer roomAt(long at, int bytes) {
      return bytesAt(at, bytes);
    }

    @Override
    public void read(long at, ByteBuffer target) {
      throw new UnsupportedOperationException("what stays on the rank goes another way");
    }

    @Override
    public void write(long at, ByteBuffer source) {
      throw new UnsupportedOperationException("ranks are processes here");
    }
  }
}
