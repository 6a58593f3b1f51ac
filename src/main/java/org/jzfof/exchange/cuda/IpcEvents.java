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
 * Events of every rank of a host, for which the GPUs of all of them can wait ({@code cuda/ipc.cu}).
 * A rank may wait for an event only if it knows that the event has been recorded.
 */
final class IpcEvents implements AutoCloseable {
  private final CudaDevice device;
  private final Communicator comm;
  private final Event[] own;
  private final long[][] ofRank;
  private final boolean mapped;
  private boolean finished;

  /** An event that tells its address. */
  private static final class Event extends CUevent {
    long address() {
      return getNativePointer();
    }
  }

  /**
   * Every rank calls it.
   *
   * @param near ranks that take part
   * @param count events of each rank
   * @param acrossProcesses whether the ranks are processes
   * @throws NoPathException if any process cannot use an event of another
   */
  IpcEvents(CudaDevice device, Communicator comm, int[] near, int count, boolean acrossProcesses)
      throws NoPathException {
    this.device = device;
    this.comm = comm;
    this.mapped = acrossProcesses;
    this.own = new Event[count];
    this.ofRank = new long[comm.size()][count];
    String fault = "";
    try {
      create();
    } catch (BackendException e) {
      fault = e.getMessage();
    }
    fault = share(near, fault);
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
    for (int e = 0; e < own.length; e++) {
      Event event = new Event();
      check(JCudaDriver.cuEventCreate(event, flags), "cuEventCreate");
      own[e] = event;
      record(e, device.stream());
    }
  }

  /** What keeps any rank from it: the same on all ranks; nothing after success. */
  private String share(int[] near, String before) {
    int words = mapped ? IpcMemory.HANDLE_LONGS : 1;
    long[] told = new long[words * own.length];
    String fault = before;
    for (int e = 0; e < own.length && fault.isEmpty(); e++) {
      long[] word = {own[e].address()};
      long[] handle = mapped ? new long[words] : word;
      long result = mapped ? handleOf(own[e].address(), handle) : 0;
      fault = result < 0 ? fault(comm.rank(), result) : fault;
      System.arraycopy(handle, 0, told, e * words, words);
    }
    fault = PeerBuffers.agreed(comm, fault);
    if (!fault.isEmpty()) {
      return fault;
    }
    long[][] all = comm.allGather(told);
    for (int r : near) {
      for (int e = 0; e < own.length; e++) {
        long[] handle = Arrays.copyOfRange(all[r], e * words, (e + 1) * words);
        boolean open = mapped && r != comm.rank();
        long address = open ? open(handle) : r == comm.rank() ? own[e].address() : handle[0];
        fault = address < 0 && open ? fault(r, address) : fault;
        ofRank[r][e] = address;
      }
    }
    return PeerBuffers.agreed(comm, fault);
  }

  private String fault(int owner, long result) {
    return "rank %d cannot wait for the GPU of rank %d: %s"
        .formatted(comm.rank(), owner, CudaCheck.describe((int) -result));
  }

  /** An event of this rank stands for all that has been started in a stream so far. */
  void record(int event, CudaDevice.Stream stream) {
    check(JCudaDriver.cuEventRecord(own[event], stream), "cuEventRecord");
  }

  /** What is started in a stream from now on waits for what an event of a rank stands for. */
  void await(int rank, int event, CudaDevice.Stream stream) {
    Primitives.require(await(stream.address(), ofRank[rank][event]), "cudaStreamWaitEvent");
  }

  /** Ends the use of the events of others; every rank calls it. */
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
      for (int e = 0; r != comm.rank() && e < own.length; e++) {
        if (ofRank[r][e] > 0) {
          Primitives.require(destroy(ofRank[r][e]), "cudaEventDestroy");
        }
      }
    }
  }

  /** Events that others may still wait for stay until the process ends. */
  @Override
  public void close() {
    if (finished) {
      Cleanup.all(Arrays.stream(own).filter(Objects::nonNull).map(IpcEvents::destroying).toList());
    }
  }

  private static Runnable destroying(Event event) {
    return () -> check(JCudaDriver.cuEventDestroy(event), "cuEventDestroy");
  }

  private static native long handleOf(long event, long[] handle);

  private static native long open(long[] handle);

  private static native long destroy(long event);

  private static native long await(long stream, long event);
}
