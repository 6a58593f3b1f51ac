package org.jzfof.comm.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;

/**
 * The messages that one rank sends to, or receives from, another rank in an exchange, one after
 * another.
 */
final class PairTransfer {
  static final int TAG = 1;

  private final Comm comm;
  private final int peer;
  private ByteBuffer staging = ByteBuffer.allocateDirect(0);
  private int expected;
  private int limit;
  private long offset;
  private long end;
  private long messages;

  PairTransfer(Comm comm, int peer) {
    this.comm = comm;
    this.peer = peer;
  }

  /** Begins the transfer of bytes [from, to) of a source or a sink. */
  void begin(long from, long to, int maximum) {
    offset = from;
    end = to;
    limit = maximum;
  }

  /** Sends the next message, if any is left. */
  Request send(ByteSource source) throws MPIException {
    int bytes = next();
    if (bytes == 0) {
      return MPI.REQUEST_NULL;
    }
    ByteBuffer message = source.inPlace() ? source.bytesAt(offset, bytes) : stagingBuffer(bytes);
    if (!source.inPlace()) {
      source.read(offset, message);
    }
    offset += bytes;
    messages++;
    return comm.iSend(message, bytes, MPI.BYTE, peer, TAG);
  }

  /** Posts the receive of the next message, if any is left. */
  Request receive(ByteSink sink) throws MPIException {
    expected = next();
    if (expected == 0) {
      return MPI.REQUEST_NULL;
    }
    ByteBuffer target = sink.inPlace() ? sink.roomAt(offset, expected) : stagingBuffer(expected);
    return comm.iRecv(target, expected, MPI.BYTE, peer, TAG);
  }

  /** Counts a message that has arrived. */
  void countArrival() {
    messages++;
  }

  /** Accepts a message that has arrived. */
  void accept(ByteSink sink, int bytes) {
    if (bytes != expected) {
      throw new IllegalStateException(
          "rank %d sent %d bytes where %d were expected".formatted(peer, bytes, expected));
    }
    if (!sink.inPlace()) {
      sink.write(offset, staging.rewind());
    }
    offset += bytes;
  }

  /** Number of messages sent, or received, so far. */
  long messages() {
    return messages;
  }

  /**
   * Cancels the last {@link #receive} before {@link #countArrival}; afterwards its memory may be
   * released.
   */
  void withdraw(Request pending) throws MPIException {
    pending.cancel();
    if (!pending.waitStatus().isCancelled()) {
      messages++; // the message had arrived before
    }
  }

  /**
   * Receives and discards the messages in flight.
   *
   * @param sent number of messages that the other rank has sent so far
   */
  void drop(long sent) throws MPIException {
    while (messages < sent) {
      int bytes = comm.probe(peer, TAG).getCount(MPI.BYTE);
      comm.recv(stagingBuffer(bytes), bytes, MPI.BYTE, peer, TAG);
      messages++;
    }
  }

  private int next() {
    return (int) Math.min(limit, end - offset);
  }

  private ByteBuffer stagingBuffer(int bytes) {
    if (staging.capacity() < bytes) {
      staging = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    return staging.clear().limit(bytes);
  }
}
