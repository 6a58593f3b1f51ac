package org.jzfof.exchange;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;

/**
 * Through the host: the messages of the ranks are copied from and to the device.
 *
 * @param comm the ranks
 * @param memory of the arrays
 * @param gather of rows on the device
 * @param description as in {@link ArrayExchange#description()}
 */
public record StagedExchange(
    Communicator comm, DeviceMemory memory, RowGather gather, String description)
    implements ArrayExchange {
  private static final int[] NOBODY = {};

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    exchangeWithout(NOBODY, from, sendStart, to, receiveStart);
  }

  /** The same with all ranks but some, which are served on another path. */
  public void exchangeWithout(
      int[] ranks, DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    FarRanks send = new FarRanks(sendStart, ranks);
    FarRanks receive = new FarRanks(receiveStart, ranks);
    comm.exchange(
        (at, target) -> memory.read(from, send.place(at), target),
        send.packed(),
        (at, source) -> memory.write(to, receive.place(at), source),
        receive.packed());
  }

  @Override
  public DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart) {
    DeviceArray packed;
    try (table) {
      packed = gather.gather(table, width, rows);
    }
    DeviceArray received =
        memory.allocate(packed.type(), width * receiveStart[receiveStart.length - 1]);
    try (packed) {
      exchangeRows(width, packed, sendStart, received, receiveStart);
    }
    return received;
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
