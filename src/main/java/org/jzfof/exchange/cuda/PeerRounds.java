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
 * Exchange between the GPUs of one host, in rounds of limited size. Every rank has a peer buffer
 * with one slot for each other rank. The other ranks copy their data into these slots, and the rank
 * copies it from there into the target array.
 *
 * <p>Three streams run concurrently: the device stream packs pieces into a local buffer, the send
 * stream copies them from there into the peer buffers of the other ranks, and the receive stream
 * empties the peer buffer of this rank. Reading from remote peer buffers is slow with several GPUs,
 * and kernels that write into them are slow with two: the columns of 1024^3 particles, 32 bytes
 * each, took 25 and 37 ms on two H200s, 29 and 24 on four.
 *
 * <p>The buffers and peer buffers have two halves, which alternate. In round j a rank tells its GPU
 * to fill its slots in half j mod 2 of the other ranks, meets all ranks, and then tells its GPU to
 * empty its local peer buffer. Events synchronise the GPUs: a receiving GPU waits until the half is
 * filled, and the GPUs that fill the half again in round j+2 wait until it has been emptied. When
 * the ranks meet in a round, the events of that round exist: the fill event is recorded before they
 * meet, and the empty event of round j is recorded before they meet in round j+1. No rank waits for
 * its GPU.
 */
final class PeerRounds implements AutoCloseable {
  // Events: two for the halves that this rank has filled, two for the halves of its peer buffer
  // that it has emptied, one for the packed pieces, and two for the end.
  static final int EVENTS = 7;
  private static final int FILLED = 0;
  private static final int EMPTIED = 2;
  private static final int PACKED = 4;
  private static final int ALL_SENT = 5;
  private static final int ALL_RECEIVED = 6;

  private static final long MAX_HALF_BYTES = 256L << 20;
  private static final long ALIGNMENT = 4096;

  private final CudaDevice device;
  private final Communicator comm;
  private final int[] hostRanks;
  private final int selfIndex;
  private final long halfBytes;
  private final long slot;
  private final PeerBuffers peerBuffers;
  private final IpcEvents events;
  private final CudaDevice.Stream sendStream;
  private final CudaDevice.Stream receiveStream;
  private long round;

  /**
   * Creates the streams; every rank calls it.
   *
   * @param hostRanks ranks of this host, increasing, including this one
   * @param peerBuffers buffers with room for two halves of a peer buffer and two of a local buffer;
   *     closed with this
   * @param events {@link #EVENTS} events of each rank of this host; closed with this
   */
  PeerRounds(
      CudaDevice device,
      Communicator comm,
      int[] hostRanks,
      PeerBuffers peerBuffers,
      IpcEvents events) {
    this.device = device;
    this.comm = comm;
    this.hostRanks = hostRanks;
    this.selfIndex = Arrays.binarySearch(hostRanks, comm.rank());
    this.halfBytes = peerBuffers.bytes() / 4;
    double[] others = {Math.max(1, hostRanks.length - 1)};
    // Hosts may differ in their numbers of ranks, but all ranks run the same rounds.
    comm.max(others);
    this.slot = halfBytes / (long) others[0] / ALIGNMENT * ALIGNMENT;
    this.peerBuffers = peerBuffers;
    this.events = events;
    this.sendStream = device.newStream();
    this.receiveStream = device.newStream();
  }

  /**
   * Returns the size in bytes of the buffers of each rank, less than a hundredth of the memory of
   * the smallest GPU; every rank calls it.
   */
  static long windowBytes(CudaDevice device, Communicator comm) {
    double[] half = {Math.min(MAX_HALF_BYTES, device.totalMemory() / 512)};
    comm.min(half);
    return 4 * ((long) half[0] / ALIGNMENT * ALIGNMENT);
  }

  /**
   * A part of the data to send.
   *
   * @param offset offset of the first byte in the data to send
   * @param bytes number of bytes, at least 1
   * @param target device address to which the bytes may be packed
   */
  record Piece(long offset, long bytes, long target) {}

  /** The data to send. */
  @FunctionalInterface
  interface SendData {
    /**
     * Returns the addresses of pieces, valid when the device stream reaches the copies that follow:
     * either the present addresses of the pieces, or their targets, to which the device stream
     * packs them.
     */
    long[] addresses(List<Piece> pieces);
  }

  /**
   * One exchange.
   *
   * @param sendStart bytes [sendStart[r], sendStart[r+1]) of {@code outgoing} go to rank r [size+1]
   * @param to device address of the received bytes
   * @param receiveStart bytes [receiveStart[r], receiveStart[r+1]) come from rank r [size+1]
   */
  record Transfer(SendData outgoing, long[] sendStart, long to, long[] receiveStart) {}

  /**
   * Performs the exchange between the ranks of this host; every rank calls it. Device work that is
   * queued later follows it.
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
        receive(transfer, done);
        round++;
        done += slot;
      } while (done < longest);
      copyLocalRest(transfer, done);
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

  /**
   * Makes the device stream wait for all copies, also after a failure, before later work touches
   * the arrays.
   */
  private void awaitCopies() {
    int me = comm.rank();
    events.record(ALL_SENT, sendStream);
    events.await(me, ALL_SENT, device.stream());
    events.record(ALL_RECEIVED, receiveStream);
    events.await(me, ALL_RECEIVED, device.stream());
  }

  /**
   * Agrees with all ranks on the amount of data and on the round number. After a failure the round
   * numbers may differ; then the ranks wait for their GPUs and continue with the highest round.
   *
   * @return maximum number of bytes that a rank sends to another rank of its host
   */
  private long meetFirst(Transfer transfer) {
    double[] maxima = {0, round, -round};
    for (int r : hostRanks) {
      if (r != comm.rank()) {
        maxima[0] = Math.max(maxima[0], transfer.sendStart[r + 1] - transfer.sendStart[r]);
      }
    }
    comm.max(maxima);
    if (maxima[1] != -maxima[2]) {
      device.synchronize();
      awaitStreams();
      comm.sum(new long[1]);
      round = (long) maxima[1];
      fill(transfer, 0);
      comm.sum(new long[1]);
    }
    return (long) maxima[0];
  }

  private int half() {
    return (int) (round % 2);
  }

  /**
   * Packs the pieces for all ranks, this one included, and starts the copies to the other ranks.
   */
  private void fill(Transfer transfer, long done) {
    int me = comm.rank();
    events.await(me, FILLED + half(), device.stream()); // the local buffer is free again
    long[] source = pack(transfer, done);
    events.record(PACKED, device.stream());
    events.await(me, PACKED, sendStream);
    for (int step = 1; step < hostRanks.length; step++) {
      int index = (selfIndex + step) % hostRanks.length;
      int r = hostRanks[index];
      long bytes = piece(transfer.sendStart, r, done);
      events.await(r, EMPTIED + half(), sendStream);
      if (bytes > 0) {
        comm.noteSent(bytes, 1);
        copy(slot(half(), index, selfIndex), source[index], bytes, sendStream);
      }
    }
    events.record(FILLED + half(), sendStream);
  }

  /**
   * Packs the pieces and returns their addresses by index in {@link #hostRanks}, 0 for an empty
   * piece. The piece that stays on this rank goes to its target.
   */
  private long[] pack(Transfer transfer, long done) {
    long[] start = transfer.sendStart;
    List<Piece> pieces = new ArrayList<>();
    int[] indices =
        IntStream.range(0, hostRanks.length)
            .filter(index -> piece(start, hostRanks[index], done) > 0)
            .toArray();
    for (int index : indices) {
      int r = hostRanks[index];
      long target =
          index == selfIndex
              ? transfer.to + transfer.receiveStart[r] + done
              : slot(2 + half(), selfIndex, index);
      pieces.add(new Piece(start[r] + done, piece(start, r, done), target));
    }
    long[] address = transfer.outgoing.addresses(pieces);
    long[] source = new long[hostRanks.length];
    for (int i = 0; i < indices.length; i++) {
      source[indices[i]] = address[i];
      if (indices[i] == selfIndex) {
        copyLocal(pieces.get(i), address[i]);
      }
    }
    return source;
  }

  /** Copies a piece that stays on this rank to its target, unless it was packed there. */
  private void copyLocal(Piece piece, long source) {
    if (source != piece.target) {
      copy(piece.target, source, piece.bytes, device.stream());
    }
  }

  /** Copies the rest of the data that stays on this rank, which may exceed what any rank sends. */
  private void copyLocalRest(Transfer transfer, long done) {
    int me = comm.rank();
    long offset = transfer.sendStart[me] + done;
    long bytes = transfer.sendStart[me + 1] - offset;
    if (bytes > 0) {
      Piece rest = new Piece(offset, bytes, transfer.to + transfer.receiveStart[me] + done);
      copyLocal(rest, transfer.outgoing.addresses(List.of(rest))[0]);
    }
  }

  /**
   * Starts the copies from the peer buffer of this rank into the target array, after earlier work
   * on that array.
   */
  private void receive(Transfer transfer, long done) {
    events.await(comm.rank(), PACKED, receiveStream);
    for (int index = 0; index < hostRanks.length; index++) {
      int r = hostRanks[index];
      long bytes = piece(transfer.receiveStart, r, done);
      if (index != selfIndex && bytes > 0) {
        events.await(r, FILLED + half(), receiveStream);
        long target = transfer.to + transfer.receiveStart[r] + done;
        copy(target, slot(half(), selfIndex, index), bytes, receiveStream);
      }
    }
    events.record(EMPTIED + half(), receiveStream);
  }

  /**
   * Returns the address of a slot in the memory of a host rank.
   *
   * @param part 0 or 1 for the halves of the peer buffer, 2 or 3 for those of the local buffer
   * @param owner index in {@link #hostRanks} of the rank whose memory it is
   * @param partner index in {@link #hostRanks} of the rank that the slot is for
   */
  private long slot(int part, int owner, int partner) {
    int number = partner < owner ? partner : partner - 1;
    return peerBuffers.address(hostRanks[owner]) + part * halfBytes + number * slot;
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
    Cleanup.all(() -> await(sendStream), () -> await(receiveStream));
  }

  private static void await(CudaDevice.Stream stream) {
    check(JCudaDriver.cuStreamSynchronize(stream), "cuStreamSynchronize");
  }

  /**
   * Ends the use of the shared memory. The rank reaches the barriers of events and peer buffers
   * also when its GPU reports an error.
   */
  void finish() {
    Cleanup.all(device::makeCurrent, this::awaitStreams, events::finish, peerBuffers::finish);
  }

  @Override
  public void close() {
    Cleanup.all(
        device::makeCurrent,
        () -> end(sendStream),
        () -> end(receiveStream),
        events::close,
        peerBuffers::close);
  }

  private static void end(CudaDevice.Stream stream) {
    Cleanup.all(
        () -> await(stream), () -> check(JCudaDriver.cuStreamDestroy(stream), "cuStreamDestroy"));
  }
}
