package org.jzfof.exchange.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import jcuda.driver.JCudaDriver;
import org.jzfof.comm.Communicator;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.error.BackendException;
import org.jzfof.error.Cleanup;

/**
 * From GPU to GPU of one host, piece by piece: every rank has a peer buffer into which the others
 * copy what they send, one slot for each, and takes it from there to its place.
 *
 * <p>Three streams work side by side: that of the device packs pieces into a buffer, the others
 * copy them from there into the peer buffers of the other ranks, and take what has come from the
 * own peer buffer. Peer buffers that are read from are slow with several GPUs, and kernels that
 * write into them with two: the columns of 1024^3 particles, 32 bytes each, took 25 and 37 ms on
 * two H200s, 29 and 24 on four.
 *
 * <p>Two halves of the buffers and peer buffers take turns. In round j a rank has its GPU fill its
 * slots in half j mod 2 of the others, meets all ranks, and then has its GPU empty its own peer
 * buffer. GPUs wait for each other by events: one that takes until the half is filled, and those
 * that fill it again in round j+2 until it has been taken. When ranks have met in a round, the
 * events that they wait for have been recorded: that of filling before they meet, that of taking in
 * round j before they meet in round j+1. No rank waits for its GPU.
 */
final class PeerRounds implements AutoCloseable {
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
  private final Communicator comm;
  private final int[] near;
  private final int mine;
  private final long halfBytes;
  private final long slot;
  private final PeerBuffers peerBuffers;
  private final IpcEvents events;
  private final CudaDevice.Stream sending;
  private final CudaDevice.Stream taking;
  private long round;

  /**
   * Every rank calls it.
   *
   * @param near ranks of this host, increasing, this one included
   * @param peerBuffers with room for two halves of a peer buffer and two of a buffer
   * @param events of the same ranks, {@link #EVENTS} each
   */
  PeerRounds(
      CudaDevice device, Communicator comm, int[] near, PeerBuffers peerBuffers, IpcEvents events) {
    this.device = device;
    this.comm = comm;
    this.near = near;
    this.mine = Arrays.binarySearch(near, comm.rank());
    this.halfBytes = peerBuffers.bytes() / 4;
    double[] others = {Math.max(1, near.length - 1)};
    comm.max(others); // hosts may have unlike numbers of ranks, but all ranks the same rounds
    this.slot = halfBytes / (long) others[0] / ALIGNMENT * ALIGNMENT;
    this.peerBuffers = peerBuffers;
    this.events = events;
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

  /**
   * Some of the bytes that are sent.
   *
   * @param at the first of them
   * @param bytes how many, at least 1
   * @param target where they may be packed
   */
  record Piece(long at, long bytes, long target) {}

  /** What is sent. */
  @FunctionalInterface
  interface Outgoing {
    /**
     * Where pieces are when the stream of the device gets there: where they lie, or their targets,
     * to which it packs them.
     */
    long[] addresses(List<Piece> pieces);
  }

  /**
   * What is sent and received.
   *
   * @param outgoing bytes for the ranks
   * @param sendStart bytes [sendStart[r], sendStart[r+1]) go to rank r [size+1]
   * @param to address of what comes
   * @param receiveStart bytes [receiveStart[r], receiveStart[r+1]) come from rank r [size+1]
   */
  record Transfer(Outgoing outgoing, long[] sendStart, long to, long[] receiveStart) {}

  /**
   * Moves what goes between the ranks of this host; every rank calls it. What is started on the
   * device from then on comes after it.
   */
  void move(Transfer transfer) {
    try {
      long done = 0;
      long longest = 0;
      do {
        fill(transfer, done);
        if (done == 0) {
          longest = meetFirst(transfer);
        } else {
          comm.sum(new long[1]);
        }
        take(transfer, done);
        round++;
        done += slot;
      } while (done < longest);
      keepRest(transfer, done);
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
    int me = comm.rank();
    events.record(ALL_SENT, sending);
    events.await(me, ALL_SENT, device.stream());
    events.record(ALL_TAKEN, taking);
    events.await(me, ALL_TAKEN, device.stream());
  }

  /**
   * The ranks agree how much there is to do, and on the round. Where a failure has parted them,
   * they let their GPUs come to an end and begin with a round that all can begin with.
   *
   * @return most bytes that any rank sends to another one of its host
   */
  private long meetFirst(Transfer transfer) {
    double[] agreed = {0, round, -round};
    for (int r : near) {
      if (r != comm.rank()) {
        agreed[0] = Math.max(agreed[0], transfer.sendStart[r + 1] - transfer.sendStart[r]);
      }
    }
    comm.max(agreed);
    if (agreed[1] != -agreed[2]) {
      device.synchronize();
      awaitStreams();
      comm.sum(new long[1]);
      round = (long) agreed[1];
      fill(transfer, 0);
      comm.sum(new long[1]);
    }
    return (long) agreed[0];
  }

  private int half() {
    return (int) (round % 2);
  }

  /** Packs what is for the others, and what stays; each rank begins to send to another one. */
  private void fill(Transfer transfer, long done) {
    int me = comm.rank();
    events.await(me, FILLED + half(), device.stream()); // the buffer is free again
    long[] source = pack(transfer, done);
    events.record(PACKED, device.stream());
    events.await(me, PACKED, sending);
    for (int step = 1; step < near.length; step++) {
      int place = (mine + step) % near.length;
      int r = near[place];
      long bytes = piece(transfer.sendStart, r, done);
      events.await(r, TAKEN + half(), sending);
      if (bytes > 0) {
        comm.noteSent(bytes, 1);
        copy(slot(half(), place, mine), source[place], bytes, sending);
      }
    }
    events.record(FILLED + half(), sending);
  }

  /** Where the piece for each place is; what stays is in its own. */
  private long[] pack(Transfer transfer, long done) {
    long[] start = transfer.sendStart;
    List<Piece> pieces = new ArrayList<>();
    int[] places =
        IntStream.range(0, near.length)
            .filter(place -> piece(start, near[place], done) > 0)
            .toArray();
    for (int place : places) {
      int r = near[place];
      long target =
          place == mine
              ? transfer.to + transfer.receiveStart[r] + done
              : slot(2 + half(), mine, place);
      pieces.add(new Piece(start[r] + done, piece(start, r, done), target));
    }
    long[] address = transfer.outgoing.addresses(pieces);
    long[] source = new long[near.length];
    for (int i = 0; i < places.length; i++) {
      source[places[i]] = address[i];
      if (places[i] == mine) {
        settle(pieces.get(i), address[i]);
      }
    }
    return source;
  }

  /** Puts what stays on this rank into its place, where it is not packed there. */
  private void settle(Piece piece, long source) {
    if (source != piece.target) {
      copy(piece.target, source, piece.bytes, device.stream());
    }
  }

  /** More may stay than any rank sends to another. */
  private void keepRest(Transfer transfer, long done) {
    int me = comm.rank();
    long at = transfer.sendStart[me] + done;
    long bytes = transfer.sendStart[me + 1] - at;
    if (bytes > 0) {
      Piece rest = new Piece(at, bytes, transfer.to + transfer.receiveStart[me] + done);
      settle(rest, transfer.outgoing.addresses(List.of(rest))[0]);
    }
  }

  /** What was done to the array before comes first. */
  private void take(Transfer transfer, long done) {
    events.await(comm.rank(), PACKED, taking);
    for (int place = 0; place < near.length; place++) {
      int r = near[place];
      long bytes = piece(transfer.receiveStart, r, done);
      if (place != mine && bytes > 0) {
        events.await(r, FILLED + half(), taking);
        long target = transfer.to + transfer.receiveStart[r] + done;
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

  private void awaitStreams() {
    Cleanup.all(() -> await(sending), () -> await(taking));
  }

  private static void await(CudaDevice.Stream stream) {
    check(JCudaDriver.cuStreamSynchronize(stream), "cuStreamSynchronize");
  }

  /** Every rank comes to the barriers of events and peer buffers, whatever its GPU says. */
  void finish() {
    Cleanup.all(device::makeCurrent, this::awaitStreams, events::finish, peerBuffers::finish);
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
