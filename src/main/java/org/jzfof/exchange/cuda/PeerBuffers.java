package org.jzfof.exchange.cuda;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Text;
import org.jzfof.device.cuda.CudaCheck;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.device.cuda.Primitives;
import org.jzfof.error.Cleanup;

/**
 * A buffer of the same size on every GPU of a host, which all ranks of the host can read and write.
 * Each rank holds its local buffer and the addresses of the buffers of the other ranks.
 */
final class PeerBuffers implements AutoCloseable {
  private final CudaDevice device;
  private final Communicator comm;
  private final IpcMemory local;
  private final long[] address;
  private final boolean mapped;
  private boolean finished;

  private PeerBuffers(
      CudaDevice device, Communicator comm, IpcMemory local, long[] address, boolean mapped) {
    this.device = device;
    this.comm = comm;
    this.local = local;
    this.address = address;
    this.mapped = mapped;
  }

  /**
   * Creates the peer buffers of the GPUs of one process; every rank calls it.
   *
   * @param hostRanks ranks that share their buffers
   * @throws NoPathException if any GPU cannot read the memory of another
   */
  static PeerBuffers inProcess(CudaDevice device, Communicator comm, int[] hostRanks, long bytes)
      throws NoPathException {
    long[][] ordinals = comm.allGather(new long[] {device.ordinal()});
    String fault = "";
    for (int r : hostRanks) {
      int ordinal = (int) ordinals[r][0];
      if (ordinal != device.ordinal()) {
        device.makeCurrent();
        long result = IpcMemory.enablePeer(ordinal);
        fault = result < 0 ? fault("GPU ", device.ordinal(), ordinal, result) : fault;
      }
    }
    String agreed = agreedFault(comm, fault);
    if (!agreed.isEmpty()) {
      throw new NoPathException(agreed);
    }
    IpcMemory local = new IpcMemory(device, bytes);
    long[][] all = comm.allGather(new long[] {local.address()});
    long[] address = Arrays.stream(all).mapToLong(a -> a[0]).toArray();
    return new PeerBuffers(device, comm, local, address, false);
  }

  /**
   * Creates the peer buffers of GPUs of several processes of one host; every rank calls it.
   *
   * @param hostRanks ranks that share their buffers
   * @throws NoPathException if any process cannot map the memory of another
   */
  static PeerBuffers acrossProcesses(
      CudaDevice device, Communicator comm, int[] hostRanks, long bytes) throws NoPathException {
    PeerBuffers peerBuffers =
        new PeerBuffers(device, comm, new IpcMemory(device, bytes), new long[comm.size()], true);
    String fault = peerBuffers.map(hostRanks);
    if (!fault.isEmpty()) { // on all ranks
      try (peerBuffers) {
        peerBuffers.finish();
      }
      throw new NoPathException(fault);
    }
    return peerBuffers;
  }

  /**
   * Maps the buffers of the other ranks. Returns the failure of any rank, the same text on all
   * ranks, or an empty text after success.
   */
  private String map(int[] hostRanks) {
    long[] handle = new long[IpcMemory.HANDLE_LONGS];
    long result = local.handle(handle);
    String fault =
        agreedFault(comm, result < 0 ? fault("rank ", comm.rank(), comm.rank(), result) : "");
    if (!fault.isEmpty()) {
      return fault;
    }
    long[][] handles = comm.allGather(handle);
    for (int r : hostRanks) {
      result = r == comm.rank() ? local.address() : IpcMemory.map(handles[r]);
      address[r] = Math.max(0, result);
      fault = result < 0 ? fault("rank ", comm.rank(), r, result) : fault;
    }
    return agreedFault(comm, fault);
  }

  private static String fault(String what, int reader, int owner, long result) {
    return "%s%d cannot read the memory of %s%d: %s"
        .formatted(what, reader, what, owner, CudaCheck.describe((int) -result));
  }

  /** Returns on all ranks the failure of the lowest rank that reports one, or an empty text. */
  static String agreedFault(Communicator comm, String fault) {
    for (long[] text : comm.allGather(Text.toLongs(fault))) {
      if (text.length > 0) {
        return Text.of(text);
      }
    }
    return "";
  }

  /** Number of bytes of each rank's buffer. */
  long bytes() {
    return local.bytes();
  }

  /** Address of the buffer of a rank, this one included, in the address space of this rank. */
  long address(int rank) {
    return address[rank];
  }

  /** Ends the use of the buffers of other ranks; every rank calls it. */
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

  /**
   * Frees the local buffer. Without an earlier {@link #finish}, other ranks may still write into
   * it; then the buffer and its GPU stay in use until the process ends.
   */
  @Override
  public void close() {
    if (finished) {
      local.close();
    }
  }
}
