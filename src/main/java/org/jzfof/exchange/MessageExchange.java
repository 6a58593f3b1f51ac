package org.jzfof.exchange;

import java.nio.ByteBuffer;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Scope;

/**
 * By the messages of the ranks: they are copied from and to the device, or go there directly where
 * they can.
 *
 * @param comm the ranks
 * @param memory of the arrays
 * @param gather of rows on the device
 * @param inPlace device memory that messages can be sent from and received into
 * @param description as in {@link ArrayExchange#description()}
 */
public record MessageExchange(
    Communicator comm, DeviceMemory memory, RowGather gather, InPlace inPlace, String description)
    implements ArrayExchange {
  /** Device memory as the buffers of messages. */
  @FunctionalInterface
  public interface InPlace {
    /** There is none: messages go through the host. */
    InPlace NONE = (array, at, bytes) -> null;

    /**
     * Waits for the device.
     *
     * @param at first byte of the array
     * @return a direct buffer of so many bytes, or null
     */
    ByteBuffer buffer(DeviceArray array, long at, int bytes);
  }

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    int me = comm.rank();
    int element = from.type().bytes();
    long stays = sendStart[me + 1] - sendStart[me];
    memory.copy(from, sendStart[me] / element, to, receiveStart[me] / element, stays / element);
    exchangeWithout(new int[] {me}, from, sendStart, to, receiveStart);
  }

  /** The same with all ranks but some, which are served on another path. */
  public void exchangeWithout(
      int[] ranks, DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    FarRanks send = new FarRanks(sendStart, ranks);
    FarRanks receive = new FarRanks(receiveStart, ranks);
    comm.exchange(new Ranges(from, send), send.packed(), new Ranges(to, receive), receive.packed());
  }

  /** An array, of which messages have the ranges of some ranks. */
  private final class Ranges implements ByteSource, ByteSink {
    private final DeviceArray array;
    private final FarRanks ranks;

    Ranges(DeviceArray array, FarRanks ranks) {
      this.array = array;
      this.ranks = ranks;
    }

    @Override
    public void read(long at, ByteBuffer target) {
      memory.read(array, ranks.place(at), target);
    }

    @Override
    public void write(long at, ByteBuffer source) {
      memory.write(array, ranks.place(at), source);
    }

    @Override
    public ByteBuffer bytesAt(long at, int bytes) {
      return inPlace.buffer(array, ranks.place(at), bytes);
    }

    @Override
    public ByteBuffer roomAt(long at, int bytes) {
      return bytesAt(at, bytes);
    }
  }

  @Override
  public DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart) {
    DeviceArray packed;
    try (table) {
      packed = gather.gather(table, width, rows);
    }
    try (packed;
        Scope made = new Scope()) {
      long length = width * receiveStart[receiveStart.length - 1];
      DeviceArray received = made.add(memory.allocate(packed.type(), length));
      exchangeRows(width, packed, sendStart, received, receiveStart);
      return made.keep(received);
    }
  }

  @Override
  public void finish() {
    // Shares nothing.
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
