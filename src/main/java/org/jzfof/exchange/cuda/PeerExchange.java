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

/** From GPU to GPU of one host; ranks of other hosts are served through the host. */
final class PeerExchange implements ArrayExchange {
  private final CudaDevice device;
  private final CudaMemory memory;
  private final Communicator comm;
  private final int[] near;
  private final PeerRounds rounds;
  private final MessageExchange far;
  private final String description;

  /**
   * @param near ranks of this host, increasing, this one included
   * @param rounds between them; ended with this
   * @param far for the other ranks
   * @param description as in {@link ArrayExchange#description}
   */
  PeerExchange(
      CudaDevice device,
      CudaMemory memory,
      Communicator comm,
      int[] near,
      PeerRounds rounds,
      MessageExchange far,
      String description) {
    this.device = device;
    this.memory = memory;
    this.comm = comm;
    this.near = near;
    this.rounds = rounds;
    this.far = far;
    this.description = description;
  }

  /** The same with another description. */
  PeerExchange describedAs(String text) {
    return new PeerExchange(device, memory, comm, near, rounds, far, text);
  }

  @Override
  public Communicator comm() {
    return comm;
  }

  @Override
  public String description() {
    return description;
  }

  /** Whether all ranks are on this host. */
  private boolean direct() {
    return near.length == comm.size();
  }

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    device.makeCurrent();
    long source = CudaArray.address(from);
    rounds.move(
        new PeerRounds.Transfer(
            pieces -> pieces.stream().mapToLong(p -> source + p.at()).toArray(),
            sendStart,
            CudaArray.address(to),
            receiveStart));
    if (!direct()) {
      far.exchangeWithout(near, from, sendStart, to, receiveStart);
    }
  }

  /** Rows are packed into the buffer, or to their place if they stay. */
  @Override
  public DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart) {
    device.makeCurrent();
    int element = table.type().bytes();
    long[] sendBytes = ArrayExchange.bytes(sendStart, width * element);
    long[] receiveBytes = ArrayExchange.bytes(receiveStart, width * element);
    try (table;
        Scope made = new Scope()) {
      DeviceArray received =
          made.add(memory.allocate(table.type(), width * receiveStart[comm.size()]));
      if (direct()) {
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
      return made.keep(received);
    }
  }

  private static List<TableKernels.Part> parts(List<PeerRounds.Piece> pieces, int element) {
    return pieces.stream()
        .map(p -> new TableKernels.Part(p.at() / element, p.bytes() / element, p.target()))
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
