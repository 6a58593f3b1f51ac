package org.jzfof.backend.cuda;

import static org.jzfof.backend.cuda.CudaCheck.check;

import java.util.Arrays;
import jcuda.driver.JCudaDriver;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.exchange.StagedExchange;

/**
 * From GPU to GPU of one host: every rank puts what it sends into its window, one slot for each
 * receiver, and the receivers read it from there. Ranks of other hosts are served through the host.
 *
 * <p>Two halves of the window take turns. In round j a rank has its GPU fill half j mod 2, meets
 * all ranks, and then has its GPU read the windows of the others, on a stream of its own, so that
 * the next half is filled meanwhile. GPUs wait for each other by events: a reader until the half is
 * filled, and who fills it again in round j+2 until it has been read. When ranks have met in a
 * round, the events that they wait for have been recorded: that of filling before they meet, that
 * of reading in round j before they meet in round j+1. No rank waits for its GPU.
 */
final class PeerExchange implements ArrayExchange {
  /** Bytes of one half, for all receivers together. */
  static final long HALF = 128L << 20;

  // Events: two for halves that are filled, two for halves that have been read, one for the end.
  static final int EVENTS = 5;
  private static final int FILLED = 0;
  private static final int READ = 2;
  private static final int END = 4;

  private static final long ALIGNMENT = 4096;

  private final CudaDevice device;
  private final CudaMemory memory;
  private final Communicator comm;
  private final int[] near;
  private final long slot;
  private final Windows windows;
  private final SharedEvents events;
  private final StagedExchange far;
  private final CudaDevice.Stream reading;
  private String description = "";
  private long round;

  /**
   * @param near ranks of this host, increasing, this one included
   * @param windows of two halves
   * @param events of the same ranks, {@link #EVENTS} each
   * @param far for the other ranks
   */
  PeerExchange(
      CudaDevice device,
      CudaMemory memory,
      Communicator comm,
      int[] near,
      Windows windows,
      SharedEvents events,
      StagedExchange far) {
    this.device = device;
    this.memory = memory;
    this.comm = comm;
    this.near = near;
    this.slot = HALF / near.length / ALIGNMENT * ALIGNMENT;
    this.windows = windows;
    this.events = events;
    this.far = far;
    this.reading = device.newStream();
  }

  PeerExchange describedAs(String text) {
    description = text;
    return this;
  }

  @Override
  public Communicator comm() {
    return comm;
  }

  @Override
  public String description() {
    return description;
  }

  /** Puts bytes [at, at + bytes) of what is sent to an address on this GPU. */
  @FunctionalInterface
  private interface Packing {
    void put(long at, long bytes, long address);
  }

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    device.makeCurrent();
    move(
        (at, bytes, address) -> copy(address, CudaArray.address(from) + at, bytes, device.stream()),
        sendStart,
        to,
        receiveStart);
    if (near.length < comm.size()) {
      far.exchangeWithout(near, from, sendStart, to, receiveStart);
    }
  }

  /** Rows go straight into the window, or to their place if they stay. */
  @Override
  public DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart) {
    int element = table.type().bytes();
    long[] sendBytes = ArrayExchange.bytes(sendStart, width * element);
    long[] receiveBytes = ArrayExchange.bytes(receiveStart, width * element);
    DeviceArray received = memory.allocate(table.type(), width * receiveStart[comm.size()]);
    try (table) {
      if (near.length < comm.size()) {
        try (DeviceArray packed = memory.gather(table, width, rows)) {
          exchange(packed, sendBytes, received, receiveBytes);
        }
      } else {
        move(
            (at, bytes, address) ->
                memory.gather(table, width, rows, at / element, bytes / element, address),
            sendBytes,
            received,
            receiveBytes);
      }
    }
    return received;
  }

  private void move(Packing packing, long[] sendStart, DeviceArray to, long[] receiveStart) {
    int me = comm.rank();
    long stays = sendStart[me + 1] - sendStart[me];
    long own = CudaArray.address(to) + receiveStart[me];
    try {
      long longest = slot; // until the ranks know better
      for (long done = 0; done < longest; done += slot) {
        fill(packing, sendStart, done);
        if (done == 0) {
          longest = meetFirst(packing, sendStart);
        } else {
          comm.sum(new long[1]);
        }
        read(to, receiveStart, done);
        round++;
        // What stays is packed while the others' windows are read.
        boolean last = done + slot >= longest;
        long bytes = last ? stays - done : Math.min(slot, stays - done);
        if (bytes > 0) {
          packing.put(sendStart[me] + done, bytes, own + done);
        }
      }
    } finally { // whatever happens, nothing is done to the array before it has been written
      events.record(END, reading);
      events.await(comm.rank(), END, device.stream());
    }
  }

  /**
   * The ranks agree how much there is to do, and on the round. Where a failure has parted them,
   * they let their GPUs come to an end and begin with a round that all can begin with.
   *
   * @return most bytes that any rank sends to another one of its host
   */
  private long meetFirst(Packing packing, long[] sendStart) {
    double[] agreed = {0, round, -round};
    for (int r : near) {
      if (r != comm.rank()) {
        agreed[0] = Math.max(agreed[0], sendStart[r + 1] - sendStart[r]);
      }
    }
    comm.max(agreed);
    if (agreed[1] != -agreed[2]) {
      device.synchronize();
      check(JCudaDriver.cuStreamSynchronize(reading), "cuStreamSynchronize");
      comm.sum(new long[1]);
      round = (long) agreed[1];
      fill(packing, sendStart, 0);
      comm.sum(new long[1]);
    }
    return (long) agreed[0];
  }

  private int half() {
    return (int) (round % 2);
  }

  private void fill(Packing packing, long[] sendStart, long done) {
    for (int r : near) {
      if (r != comm.rank()) {
        events.await(r, READ + half(), device.stream());
      }
    }
    for (int place = 0; place < near.length; place++) {
      int r = near[place];
      long bytes = piece(sendStart, r, done);
      if (r != comm.rank() && bytes > 0) {
        comm.noteSent(bytes, 1);
        long address = windows.own().address() + half() * HALF + place * slot;
        packing.put(sendStart[r] + done, bytes, address);
      }
    }
    events.record(FILLED + half(), device.stream());
  }

  /** Each rank begins with another one. What was done here before comes first. */
  private void read(DeviceArray to, long[] receiveStart, long done) {
    events.await(comm.rank(), FILLED + half(), reading);
    int mine = Arrays.binarySearch(near, comm.rank());
    for (int step = 1; step < near.length; step++) {
      int r = near[(mine + step) % near.length];
      long bytes = piece(receiveStart, r, done);
      if (bytes > 0) {
        events.await(r, FILLED + half(), reading);
        long target = CudaArray.address(to) + receiveStart[r] + done;
        copy(target, windows.address(r) + half() * HALF + mine * slot, bytes, reading);
      }
    }
    events.record(READ + half(), reading);
  }

  private long piece(long[] start, int rank, long done) {
    return Math.min(slot, start[rank + 1] - start[rank] - done);
  }

  private static void copy(long to, long from, long bytes, CudaDevice.Stream stream) {
    check(
        JCudaDriver.cuMemcpyAsync(
            new CudaArray.Address(to), new CudaArray.Address(from), bytes, stream),
        "cuMemcpyAsync");
  }

  @Override
  public void close() {
    device.makeCurrent();
    check(JCudaDriver.cuStreamSynchronize(reading), "cuStreamSynchronize");
    check(JCudaDriver.cuStreamDestroy(reading), "cuStreamDestroy");
    events.close();
    windows.close();
  }
}
