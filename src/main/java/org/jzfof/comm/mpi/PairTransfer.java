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
 * The messages that one rank sends to, or receives from, another one in an exchange, one after
 * another.
 */
final class PairTransfer {
  static final int TAG = 1;

  private final Comm comm;
  private final int peer;
  private ByteBuffer staging = ByteBuffer.allocateDirect(0);
  private int expected;
  private int limit;
  private long at;
  private long end;
  private long messages;

  /**
   * @param peer the other rank
   */
  PairTransfer(Comm comm, int peer) {
    this.comm = comm;
    this.peer = peer;
  }

  /**
   * Begins with bytes [from, to) of a source or a sink.
   *
   * @param longest message in bytes
   */
  void begin(long from, long to, int longest) {
    at = from;
    end = to;
    limit = longest;
  }

  /** Sends the next message, if there is one left. */
  Request send(ByteSource source) throws MPIException {
    int bytes = next();
    if (bytes == 0) {
      return MPI.REQUEST_NULL;
    }
    ByteBuffer message = source.inPlace() ? source.bytesAt(at, bytes) : room(bytes);
    if (!source.inPlace()) {
      source.read(at, message);
    }
    at += bytes;
    messages++;
    return comm.iSend(message, bytes, MPI.BYTE, peer, TAG);
  }

  /** Makes room for the next message, if there is one left. */
  Request receive(ByteSink sink) throws MPIException {
    expected = next();
    if (expected == 0) {
      return MPI.REQUEST_NULL;
    }
    ByteBuffer place = sink.inPlace() ? sink.roomAt(at, expected) : room(expected);
    return comm.iRecv(place, expected, MPI.BYTE, peer, TAG);
  }

  /** Counts a message that has arrived. */
  void arrived() {
    messages++;
  }

  /**
   * Takes a message that has arrived.
   *
   * @param bytes its length
   */
  void take(ByteSink sink, int bytes) {
    if (bytes != expected) {
      throw new IllegalStateException(
          "rank %d sent %d bytes where %d were expected".formatted(peer, bytes, expected));
    }
    if (!sink.inPlace()) {
      sink.write(at, staging.rewind());
    }
    at += bytes;
  }

  /** Messages sent, or received, so far. */
  long messages() {
    return messages;
  }

  /**
   * Ends the last {@link #receive} before it has {@link #arrived}: what it would write to is free
   * again afterwards.
   */
  void withdraw(Request pending) throws MPIException {
    pending.cancel();
    if (!pending.waitStatus().isCancelled()) {
      messages++; // it had arrived
    }
  }

  /**
   * Takes in what is under way and forgets it.
   *
   * @param sent messages that the other rank has sent so far
   */
  void drop(long sent) throws MPIException {
    while (messages < sent) {
      int bytes = comm.probe(peer, TAG).getCount(MPI.BYTE);
      comm.recv(room(bytes), bytes, MPI.BYTE, peer, TAG);
      messages++;
    }
  }

  private int next() {
    return (int) Math.min(limit, end - at);
  }

  private ByteBuffer room(int bytes) {
    if (staging.capacity() < bytes) {
      staging = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    return staging.clear().limit(bytes);
  }
}
