package org.jzfof.exchange.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.util.Arrays;
import java.util.Objects;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;
import org.jzfof.comm.Communicator;
import org.jzfof.device.cuda.CudaCheck;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.device.cuda.Primitives;
import org.jzfof.error.BackendException;
import org.jzfof.error.Cleanup;

/**
 * Events of every rank of a host, on which the GPUs of all these ranks can wait ({@code
 * cuda/ipc.cu}). A rank may wait for an event only if it knows that the event has been recorded.
 */
final class IpcEvents implements AutoCloseable {
  private final CudaDevice device;
  private final Communicator comm;
  private final Event[] local;
  private final long[][] ofRank;
  private final boolean mapped;
  private boolean finished;

  /** An event with a readable address. */
  private static final class Event extends CUevent {
    long address() {
      return getNativePointer();
    }
  }

  /**
   * Creates and shares the events; every rank calls it.
   *
   * @param hostRanks ranks that share their events
   * @param acrossProcesses whether the ranks are separate processes
   * @throws NoPathException if any process cannot use an event of another
   */
  IpcEvents(
      CudaDevice device, Communicator comm, int[] hostRanks, int count, boolean acrossProcesses)
      throws NoPathException {
    this.device = device;
    this.comm = comm;
    this.mapped = acrossProcesses;
    this.local = new Event[count];
    this.ofRank = new long[comm.size()][count];
    String fault = "";
    try {
      create();
    } catch (BackendException e) {
      fault = e.getMessage();
    }
    fault = share(hostRanks, fault);
    if (!fault.isEmpty()) { // on all ranks
      try (IpcEvents unused = this) {
        unused.finish();
      }
      throw new NoPathException(fault);
    }
  }

  private void create() {
    device.makeCurrent();
    int flags =
        CUevent_flags.CU_EVENT_DISABLE_TIMING
            | (mapped ? CUevent_flags.CU_EVENT_INTERPROCESS : CUevent_flags.CU_EVENT_DEFAULT);
    for (int e = 0; e < local.length; e++) {
      Event event = new Event();
      check(JCudaDriver.cuEventCreate(event, flags), "cuEventCreate");
      local[e] = event;
      record(e, device.stream());
    }
  }

  /**
   * Opens the events of the other ranks. Returns the failure of any rank, the same text on all
   * ranks, or an empty text after success.
   *
   * @param earlier failure before this step, or an empty text
   */
  private String share(int[] hostRanks, String earlier) {
    int handleLongs = mapped ? IpcMemory.HANDLE_LONGS : 1;
    long[] handles = new long[handleLongs * local.length];
    String fault = earlier;
    for (int e = 0; e < local.length && fault.isEmpty(); e++) {
      long[] address = {local[e].address()};
      long[] handle = mapped ? new long[handleLongs] : address;
      long result = mapped ? handleOf(local[e].address(), handle) : 0;
      fault = result < 0 ? fault(comm.rank(), result) : fault;
      System.arraycopy(handle, 0, handles, e * handleLongs, handleLongs);
    }
    fault = PeerBuffers.agreedFault(comm, fault);
    if (!fault.isEmpty()) {
      return fault;
    }
    long[][] all = comm.allGather(handles);
    for (int r : hostRanks) {
      for (int e = 0; e < local.length; e++) {
        long[] handle = Arrays.copyOfRange(all[r], e * handleLongs, (e + 1) * handleLongs);
        boolean open = mapped && r != comm.rank();
        long address = open ? open(handle) : r == comm.rank() ? local[e].address() : handle[0];
        fault = address < 0 && open ? fault(r, address) : fault;
        ofRank[r][e] = address;
      }
    }
    return PeerBuffers.agreedFault(comm, fault);
  }

  private String fault(int owner, long result) {
    return "rank %d cannot wait for the GPU of rank %d: %s"
        .formatted(comm.rank(), owner, CudaCheck.describe((int) -result));
  }

  /** Records an event of this rank: it marks all work that has been queued in a stream so far. */
  void record(int event, CudaDevice.Stream stream) {
    check(JCudaDriver.cuEventRecord(local[event], stream), "cuEventRecord");
  }

  /** Makes later work in a stream wait for the work that an event of a rank marks. */
  void await(int rank, int event, CudaDevice.Stream stream) {
    Primitives.require(await(stream.address(), ofRank[rank][event]), "cudaStreamWaitEvent");
  }

  /** Ends the use of the events of other ranks; every rank calls it. */
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
    for (int r = 0; mapped && r < ofRank.length; r++) {
      for (int e = 0; r != comm.rank() && e < local.length; e++) {
        if (ofRank[r][e] > 0) {
          Primitives.require(destroy(ofRank[r][e]), "cudaEventDestroy");
        }
      }
    }
  }

  /**
   * Destroys the events of this rank. Without an earlier {@link #finish}, other ranks may still
   * wait for them; then they stay until the process ends.
   */
  @Override
  public void close() {
    if (finished) {
      Cleanup.all(
          Arrays.stream(local).filter(Objects::nonNull).map(IpcEvents::destruction).toList());
    }
  }

  private static Runnable destruction(Event event) {
    return () -> check(JCudaDriver.cuEventDestroy(event), "cuEventDestroy");
  }

  private static native long handleOf(long event, long[] handle);

  private static native long open(long[] handle);

  private static native long destroy(long event);

  private static native long await(long stream, long event);
}
