package org.jzfof.exchange.cuda;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Text;
import org.jzfof.device.cuda.CudaCheck;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.device.cuda.Primitives;
import org.jzfof.error.Cleanup;

/**
 * A buffer of the same size on every GPU of a host, which all ranks of the host can read and write:
 * the buffer of this rank, and the addresses of those of the others.
 */
final class PeerBuffers implements AutoCloseable {
  private final CudaDevice device;
  private final Communicator comm;
  private final IpcMemory own;
  private final long[] address;
  private final boolean mapped;
  private boolean finished;

  private PeerBuffers(
      CudaDevice device, Communicator comm, IpcMemory own, long[] address, boolean mapped) {
    this.device = device;
    this.comm = comm;
    this.own = own;
    this.address = address;
    this.mapped = mapped;
  }

  /**
   * Makes the peer buffers of the GPUs of one process; every rank calls it.
   *
   * @param near ranks that take part
   * @throws NoPathException if any GPU cannot read another
   */
  static PeerBuffers inProcess(CudaDevice device, Communicator comm, int[] near, long bytes)
      throws NoPathException {
    long[][] ordinals = comm.allGather(new long[] {device.ordinal()});
    String fault = "";
    for (int r : near) {
      int ordinal = (int) ordinals[r][0];
      if (ordinal != device.ordinal()) {
        device.makeCurrent();
        long result = IpcMemory.enablePeer(ordinal);
        fault = result < 0 ? fault("GPU ", device.ordinal(), ordinal, result) : fault;
      }
    }
    String agreed = agreed(comm, fault);
    if (!agreed.isEmpty()) {
      throw new NoPathException(agreed);
    }
    IpcMemory own = new IpcMemory(device, bytes);
    long[][] all = comm.allGather(new long[] {own.address()});
    long[] address = Arrays.stream(all).mapToLong(a -> a[0]).toArray();
    return new PeerBuffers(device, comm, own, address, false);
  }

  /**
   * Makes the peer buffers of GPUs of several processes of one host; every rank calls it.
   *
   * @param near ranks that take part
   * @throws NoPathException if any process cannot map the memory of another
   */
  static PeerBuffers acrossProcesses(CudaDevice device, Communicator comm, int[] near, long bytes)
      throws NoPathException {
    PeerBuffers peerBuffers =
        new PeerBuffers(device, comm, new IpcMemory(device, bytes), new long[comm.size()], true);
    String fault = peerBuffers.map(near);
    if (!fault.isEmpty()) { // on all ranks
      try (peerBuffers) {
        peerBuffers.finish();
      }
      throw new NoPathException(fault);
    }
    return peerBuffers;
  }

  /** What keeps any rank from it: the same on all ranks; nothing after success. */
  private String map(int[] near) {
    long[] handle = new long[IpcMemory.HANDLE_LONGS];
    long result = own.handle(handle);
    String fault = agreed(comm, result < 0 ? fault("rank ", comm.rank(), comm.rank(), result) : "");
    if (!fault.isEmpty()) {
      return fault;
    }
    long[][] handles = comm.allGather(handle);
    for (int r : near) {
      result = r == comm.rank() ? own.address() : IpcMemory.map(handles[r]);
      address[r] = Math.max(0, result);
      fault = result < 0 ? fault("rank ", comm.rank(), r, result) : fault;
    }
    return agreed(comm, fault);
  }

  private static String fault(String what, int reader, int owner, long result) {
    return "%s%d cannot read the memory of %s%d: %s"
        .formatted(what, reader, what, owner, CudaCheck.describe((int) -result));
  }

  /** The fault of the lowest rank that has one, on all ranks; nothing if there is none. */
  static String agreed(Communicator comm, String fault) {
    for (long[] text : comm.allGather(Text.toLongs(fault))) {
      if (text.length > 0) {
        return Text.of(text);
      }
    }
    return "";
  }

  /** Bytes of each rank. */
  long bytes() {
    return own.bytes();
  }

  /** Where the memory of a rank, this one too, begins as seen from here. */
  long address(int rank) {
    return address[rank];
  }

  /** Ends the use of the peer buffers of others; every rank calls it. */
  void finish() {
    Cleanup.all(
        device::synchronize,
        this::unmap,
        () -> {
          comm.sum(new long[1]);
          finished = true;
        });
  }

  private void unmap() {
    for (int r = 0; mapped && r < address.length; r++) {
      if (r != comm.rank() && address[r] != 0) {
        Primitives.require(IpcMemory.unmap(address[r]), "cudaIpcCloseMemHandle");
      }
    }
  }

  /** Memory that others may still write into stays, with its GPU, until the process ends. */
  @Override
  public void close() {
    if (finished) {
      own.close();
    }
  }
}
