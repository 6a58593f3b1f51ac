package org.jzfof.backend.cuda;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Text;
import org.jzfof.error.BackendException;

/**
 * Memory of the same size on every rank of a host, which all of them can read and write: that of
 * this rank, and the addresses of that of the others.
 */
final class Windows implements AutoCloseable {
  private final CudaDevice device;
  private final Communicator comm;
  private final SharedMemory own;
  private final long[] address;
  private final boolean mapped;

  private Windows(
      CudaDevice device, Communicator comm, SharedMemory own, long[] address, boolean mapped) {
    this.device = device;
    this.comm = comm;
    this.own = own;
    this.address = address;
    this.mapped = mapped;
  }

  /**
   * Makes the windows of the GPUs of one process; every rank calls it.
   *
   * @param near ranks that take part
   * @throws BackendException on all ranks, if any GPU cannot read another
   */
  static Windows inProcess(CudaDevice device, Communicator comm, int[] near, long bytes) {
    long[][] ordinals = comm.allGather(new long[] {device.ordinal()});
    String fault = "";
    for (int r : near) {
      int ordinal = (int) ordinals[r][0];
      if (ordinal != device.ordinal()) {
        device.makeCurrent();
        long result = SharedMemory.enablePeer(ordinal);
        fault = result < 0 ? fault("GPU ", device.ordinal(), ordinal, result) : fault;
      }
    }
    agree(comm, fault);
    SharedMemory own = new SharedMemory(device, bytes);
    long[][] all = comm.allGather(new long[] {own.address()});
    long[] address = Arrays.stream(all).mapToLong(a -> a[0]).toArray();
    return new Windows(device, comm, own, address, false);
  }

  /**
   * Makes the windows of GPUs of several processes of one host; every rank calls it.
   *
   * @param near ranks that take part
   * @throws BackendException on all ranks, if any process cannot map the memory of another
   */
  static Windows acrossProcesses(CudaDevice device, Communicator comm, int[] near, long bytes) {
    Windows windows =
        new Windows(device, comm, new SharedMemory(device, bytes), new long[comm.size()], true);
    try {
      windows.map(near);
    } catch (BackendException e) {
      windows.close();
      throw e;
    }
    return windows;
  }

  private void map(int[] near) {
    long[] handle = new long[SharedMemory.HANDLE_LONGS];
    long result = own.handle(handle);
    agree(comm, result < 0 ? fault("rank ", comm.rank(), comm.rank(), result) : "");
    long[][] handles = comm.allGather(handle);
    String fault = "";
    for (int r : near) {
      result = r == comm.rank() ? own.address() : SharedMemory.map(handles[r]);
      address[r] = Math.max(0, result);
      fault = result < 0 ? fault("rank ", comm.rank(), r, result) : fault;
    }
    agree(comm, fault);
  }

  private static String fault(String what, int reader, int owner, long result) {
    return "%s%d cannot read the memory of %s%d: %s"
        .formatted(what, reader, what, owner, CudaCheck.describe((int) -result));
  }

  /** Fails on all ranks if it fails on one. */
  static void agree(Communicator comm, String fault) {
    long[][] faults = comm.allGather(Text.toLongs(fault));
    for (long[] text : faults) {
      if (text.length > 0) {
        throw new BackendException(Text.of(text));
      }
    }
  }

  /** Bytes of each rank. */
  long bytes() {
    return own.bytes();
  }

  /** Where the memory of a rank, this one too, begins as seen from here. */
  long address(int rank) {
    return address[rank];
  }

  /** Every rank calls it: nobody may use it any more when memory is freed. */
  @Override
  public void close() {
    device.synchronize();
    if (mapped) {
      for (int r = 0; r < address.length; r++) {
        if (r != comm.rank() && address[r] != 0) {
          Primitives.require(SharedMemory.unmap(address[r]), "cudaIpcCloseMemHandle");
        }
      }
    }
    comm.sum(new long[1]);
    own.close();
  }
}
