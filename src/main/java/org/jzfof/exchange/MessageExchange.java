package org.jzfof.exchange;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Scope;

/**
 * Exchange by messages between the ranks.
 *
 * @param description text as in {@link ArrayExchange#description()}
 */
public record MessageExchange(
    Communicator comm, DeviceMemory memory, RowGather gather, MessagePath path, String description)
    implements ArrayExchange {

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    int me = comm.rank();
    int element = from.type().bytes();
    long localBytes = sendStart[me + 1] - sendStart[me];
    memory.copy(
        from, sendStart[me] / element, to, receiveStart[me] / element, localBytes / element);
    exchangeWithout(new int[] {me}, from, sendStart, to, receiveStart);
  }

  /**
   * Performs the exchange without some ranks, which use another path.
   *
   * @param excluded ranks without messages, increasing
   */
  public void exchangeWithout(
      int[] excluded, DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    path.exchange(
        comm,
        new RankRanges(from, new InterNodeRanks(sendStart, excluded)),
        new RankRanges(to, new InterNodeRanks(receiveStart, excluded)));
  }

  @Override
  public DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart) {
    DeviceArray packed;
    try (table) {
      packed = gather.gather(table, width, rows);
    }
    try (packed;
        Scope scope = new Scope()) {
      long length = width * receiveStart[receiveStart.length - 1];
      DeviceArray received = scope.add(memory.allocate(packed.type(), length));
      exchangeRows(width, packed, sendStart, received, receiveStart);
      return scope.keep(received);
    }
  }

  @Override
  public void finish() {
    // No memory is shared.
  }

  @Override
  public void close() {
    // No resources are held.
  }
}
