package org.jzfof.exchange.cuda;

import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.TableKernels;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.exchange.MessageExchange;

/** Exchange through the GPUs within a host, and through messages between hosts. */
final class PeerExchange implements ArrayExchange {
  private final CudaDevice device;
  private final CudaMemory memory;
  private final Communicator comm;
  private final int[] hostRanks;
  private final PeerRounds rounds;
  private final MessageExchange interHost;
  private final String description;

  /**
   * @param hostRanks ranks of this host, increasing, including this one
   * @param rounds exchange within this host; closed with this
   * @param interHost exchange with the ranks of other hosts
   * @param description text as in {@link ArrayExchange#description}
   */
  PeerExchange(
      CudaDevice device,
      CudaMemory memory,
      Communicator comm,
      int[] hostRanks,
      PeerRounds rounds,
      MessageExchange interHost,
      String description) {
    this.device = device;
    this.memory = memory;
    this.comm = comm;
    this.hostRanks = hostRanks;
    this.rounds = rounds;
    this.interHost = interHost;
    this.description = description;
  }

  /** Returns the same exchange with another description. */
  PeerExchange describedAs(String text) {
    return new PeerExchange(device, memory, comm, hostRanks, rounds, interHost, text);
  }

  @Override
  public Communicator comm() {
    return comm;
  }

  @Override
  public String description() {
    return description;
  }

  /** Returns whether all ranks are on this host. */
  private boolean allOnThisHost() {
    return hostRanks.length == comm.size();
  }

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    device.makeCurrent();
    long source = CudaArray.address(from);
    rounds.move(
        new PeerRounds.Transfer(
            pieces -> pieces.stream().mapToLong(p -> source + p.offset()).toArray(),
            sendStart,
            CudaArray.address(to),
            receiveStart));
    if (!allOnThisHost()) {
      interHost.exchangeWithout(hostRanks, from, sendStart, to, receiveStart);
    }
  }

  /** Packs the rows directly into the buffer, or into the result if they stay on this rank. */
  @Override
  public DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart) {
    device.makeCurrent();
    int element = table.type().bytes();
    long[] sendBytes = ArrayExchange.bytes(sendStart, width * element);
    long[] receiveBytes = ArrayExchange.bytes(receiveStart, width * element);
    try (table;
        Scope scope = new Scope()) {
      DeviceArray received =
          scope.add(memory.allocate(table.type(), width * receiveStart[comm.size()]));
      if (allOnThisHost()) {
        rounds.move(
            new PeerRounds.Transfer(
                pieces -> {
                  memory.gather(table, width, rows, parts(pieces, element));
                  return pieces.stream().mapToLong(PeerRounds.Piece::target).toArray();
                },
                sendBytes,
                CudaArray.address(received),
                receiveBytes));
      } else {
        try (DeviceArray packed = memory.gather(table, width, rows)) {
          table.close();
          exchange(packed, sendBytes, received, receiveBytes);
        }
      }
      return scope.keep(received);
    }
  }

  private static List<TableKernels.Part> parts(List<PeerRounds.Piece> pieces, int element) {
    return pieces.stream()
        .map(p -> new TableKernels.Part(p.offset() / element, p.bytes() / element, p.target()))
        .toList();
  }

  @Override
  public void finish() {
    rounds.finish();
  }

  @Override
  public void close() {
    rounds.close();
  }
}
