package org.jzfof.backend.cuda.exchange;

import static org.jzfof.backend.cuda.driver.CudaCheck.check;

import java.util.Arrays;
import jcuda.driver.JCudaDriver;
import org.jzfof.backend.cuda.driver.CudaArray;
import org.jzfof.backend.cuda.driver.CudaDevice;
import org.jzfof.backend.cuda.driver.CudaMemory;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.device.ArrayExchange;
import org.jzfof.comm.device.MessageExchange;
import org.jzfof.device.DeviceArray;
import org.jzfof.error.BackendException;
import org.jzfof.error.Cleanup;

/**
 * From GPU to GPU of one host: every rank has a peer buffer into which the others copy what they
 * send, one slot for each, and takes it from there to its place. Ranks of other hosts are served
 * through the host.
 *
 * <p>Three streams work side by side: rows are packed into a buffer, copied from there into the
 * peer buffers of the others, and taken from the own peer buffer. Peer buffers that are read from
 * are slow with several GPUs, and kernels that write into them with two: the columns of 1024^3
 * particles, 32 bytes each, took 25 and 37 ms on two H200s, 29 and 24 on four.
 *
 * <p>Two halves of the buffers and peer buffers take turns. In round j a rank has its GPU fill its
 * slots in half j mod 2 of the others, meets all ranks, and then has its GPU empty its own peer
 * buffer. GPUs wait for each other by events: one that takes until the half is filled, and those
 * that fill it again in round j+2 until it has been taken. When ranks have met in a round, the
 * events that they wait for have been recorded: that of filling before they meet, that of taking in
 * round j before they meet in round j+1. No rank waits for its GPU.
 */
final class PeerExchange implements ArrayExchange {
  // Events: two for halves that this rank has filled, two for those that it has taken from its own
  // peer buffer, one for what is packed, and two for the end.
  static final int EVENTS = 7;
  private static final int FILLED = 0;
  private static final int TAKEN = 2;
  private static final int PACKED = 4;
  private static final int ALL_SENT = 5;
  private static final int ALL_TAKEN = 6;

  private static final long MOST_BYTES = 256L << 20;
  private static final long ALIGNMENT = 4096;

  private final CudaDevice device;
  private final CudaMemory memory;
  private final Communicator comm;
  private final int[] near;
  private final int mine;
  private final long halfBytes;
  private final long slot;
  private final PeerBuffers peerBuffers;
  private final SharedEvents events;
  private final MessageExchange far;
  private final CudaDevice.Stream sending;
  private final CudaDevice.Stream taking;
  private String description = "";
  private long round;

  /**
   * Every rank calls it.
   *
   * @param near ranks of this host, increasing, this one included
   * @param peerBuffers with room for two halves of a peer buffer and two of a buffer
   * @param events of the same ranks, {@link #EVENTS} each
   * @param far for the other ranks
   */
  PeerExchange(
      CudaDevice device,
      CudaMemory memory,
      Communicator comm,
      int[] near,
      PeerBuffers peerBuffers,
      SharedEvents events,
      MessageExchange far) {
    this.device = device;
    this.memory = memory;
    this.comm = comm;
    this.near = near;
    this.mine = Arrays.binarySearch(near, comm.rank());
    this.halfBytes = peerBuffers.bytes() / 4;
    double[] others = {Math.max(1, near.length - 1)};
    comm.max(others); // hosts may have unlike numbers of ranks, but all ranks the same rounds
    this.slot = halfBytes / (long) others[0] / ALIGNMENT * ALIGNMENT;
    this.peerBuffers = peerBuffers;
    this.events = events;
    this.far = far;
    this.sending = device.newStream();
    this.taking = device.newStream();
  }

  /**
   * Bytes of the peer buffers and buffers of each rank, less than a hundredth of the memory of the
   * smallest GPU; every rank calls it.
   */
  static long windowBytes(CudaDevice device, Communicator comm) {
    double[] half = {Math.min(MOST_BYTES, device.totalMemory() / 512)};
    comm.min(half);
    return 4 * ((long) half[0] / ALIGNMENT * ALIGNMENT);
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

  @Override
  public boolean direct() {
    return near.length == comm.size();
  }

  /** What is sent. */
  @FunctionalInterface
  private interface Outgoing {
    /**
     * Where the bytes [at, at + bytes) of it are when the stream of this GPU gets there: where they
     * lie, or the given address, to which they are packed.
     */
    long address(long at, long bytes, long target);
  }

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    device.makeCurrent();
    move((at, bytes, target) -> CudaArray.address(from) + at, sendStart, to, receiveStart);
    if (near.length < comm.size()) {
      far.exchangeWithout(near, from, sendStart, to, receiveStart);
    }
  }

  /** Rows are packed into the buffer, or to their place if they stay. */
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
            (at, bytes, target) -> {
              memory.gather(table, width, rows, at / element, bytes / element, target);
              return target;
            },
            sendBytes,
            received,
            receiveBytes);
      }
    }
    return received;
  }

  private void move(Outgoing outgoing, long[] sendStart, DeviceArray to, long[] receiveStart) {
    int me = comm.rank();
    long stays = sendStart[me + 1] - sendStart[me];
    try {
      long longest = slot; // until the ranks know better
      for (long done = 0; done < longest; done += slot) {
        fill(outgoing, sendStart, done);
        if (done == 0) {
          longest = meetFirst(outgoing, sendStart);
        } else {
          comm.sum(new long[1]);
        }
        take(to, receiveStart, done);
        round++;
        boolean last = done + slot >= longest;
        long bytes = last ? stays - done : Math.min(slot, stays - done);
        keep(outgoing, sendStart[me] + done, bytes, to, receiveStart[me] + done);
      }
    } catch (RuntimeException | Error e) {
      try {
        awaitCopies();
      } catch (BackendException later) {
        e.addSuppressed(later);
      }
      throw e;
    }
    awaitCopies();
  }

  /** Whatever happens, nothing is done to the arrays before all has been copied. */
  private void awaitCopies() {
    events.record(ALL_SENT, sending);
    events.await(comm.rank(), ALL_SENT, device.stream());
    events.record(ALL_TAKEN, taking);
    events.await(comm.rank(), ALL_TAKEN, device.stream());
  }

  /** Puts what stays on this rank into its place, while the other streams copy. */
  private void keep(Outgoing outgoing, long at, long bytes, DeviceArray to, long place) {
    if (bytes > 0) {
      long target = CudaArray.address(to) + place;
      long source = outgoing.address(at, bytes, target);
      if (source != target) {
        copy(target, source, bytes, device.stream());
      }
    }
  }

  /**
   * The ranks agree how much there is to do, and on the round. Where a failure has parted them,
   * they let their GPUs come to an end and begin with a round that all can begin with.
   *
   * @return most bytes that any rank sends to another one of its host
   */
  private long meetFirst(Outgoing outgoing, long[] sendStart) {
    double[] agreed = {0, round, -round};
    for (int r : near) {
      if (r != comm.rank()) {
        agreed[0] = Math.max(agreed[0], sendStart[r + 1] - sendStart[r]);
      }
    }
    comm.max(agreed);
    if (agreed[1] != -agreed[2]) {
      device.synchronize();
      await(sending);
      await(taking);
      comm.sum(new long[1]);
      round = (long) agreed[1];
      fill(outgoing, sendStart, 0);
      comm.sum(new long[1]);
    }
    return (long) agreed[0];
  }

  private int half() {
    return (int) (round % 2);
  }

  /** Each rank begins with another one. */
  private void fill(Outgoing outgoing, long[] sendStart, long done) {
    int me = comm.rank();
    long[] source = new long[near.length];
    events.await(me, FILLED + half(), device.stream()); // the buffer is free again
    for (int place = 0; place < near.length; place++) {
      long bytes = piece(sendStart, near[place], done);
      if (place != mine && bytes > 0) {
        long buffer = slot(2 + half(), mine, place);
        source[place] = outgoing.address(sendStart[near[place]] + done, bytes, buffer);
      }
    }
    events.record(PACKED, device.stream());
    events.await(me, PACKED, sending);
    for (int step = 1; step < near.length; step++) {
      int place = (mine + step) % near.length;
      int r = near[place];
      long bytes = piece(sendStart, r, done);
      events.await(r, TAKEN + half(), sending);
      if (bytes > 0) {
        comm.noteSent(bytes, 1);
        copy(slot(half(), place, mine), source[place], bytes, sending);
      }
    }
    events.record(FILLED + half(), sending);
  }

  /** What was done to the array before comes first. */
  private void take(DeviceArray to, long[] receiveStart, long done) {
    events.await(comm.rank(), PACKED, taking);
    for (int place = 0; place < near.length; place++) {
      int r = near[place];
      long bytes = piece(receiveStart, r, done);
      if (place != mine && bytes > 0) {
        events.await(r, FILLED + half(), taking);
        long target = CudaArray.address(to) + receiveStart[r] + done;
        copy(target, slot(half(), mine, place), bytes, taking);
      }
    }
    events.record(TAKEN + half(), taking);
  }

  /**
   * A slot in the memory of the rank at a place, for another one.
   *
   * @param part 0 or 1 for the halves of the peer buffer, 2 or 3 for those of the buffer
   */
  private long slot(int part, int place, int other) {
    int number = other < place ? other : other - 1;
    return peerBuffers.address(near[place]) + part * halfBytes + number * slot;
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

  private static void await(CudaDevice.Stream stream) {
    check(JCudaDriver.cuStreamSynchronize(stream), "cuStreamSynchronize");
  }

  /** Every rank comes to the barriers of events and peer buffers, whatever its GPU says. */
  @Override
  public void finish() {
    Cleanup.all(
        device::makeCurrent,
        () -> await(sending),
        () -> await(taking),
        events::finish,
        peerBuffers::finish);
  }

  @Override
  public void close() {
    Cleanup.all(
        device::makeCurrent,
        () -> end(sending),
        () -> end(taking),
        events::close,
        peerBuffers::close);
  }

  private static void end(CudaDevice.Stream stream) {
    Cleanup.all(
        () -> await(stream), () -> check(JCudaDriver.cuStreamDestroy(stream), "cuStreamDestroy"));
  }
}
