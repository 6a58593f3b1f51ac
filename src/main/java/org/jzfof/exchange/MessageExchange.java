package org.jzfof.exchange;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Scope;

/**
 * By the messages of the ranks.
 *
 * @param memory of the arrays
 * @param gather of rows on the device
 * @param path between arrays and messages
 * @param description as in {@link ArrayExchange#description()}
 */
public record MessageExchange(
    Communicator comm, DeviceMemory memory, RowGather gather, MessagePath path, String description)
    implements ArrayExchange {

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    int me = comm.rank();
    int element = from.type().bytes();
    long stays = sendStart[me + 1] - sendStart[me];
    memory.copy(from, sendStart[me] / element, to, receiveStart[me] / element, stays / element);
    exchangeWithout(new int[] {me}, from, sendStart, to, receiveStart);
  }

  /** The same without some ranks, which use another path. */
  public void exchangeWithout(
      int[] ranks, DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    path.exchange(
        comm,
        new RankRanges(from, new InterNodeRanks(sendStart, ranks)),
        new RankRanges(to, new InterNodeRanks(receiveStart, ranks)));
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
