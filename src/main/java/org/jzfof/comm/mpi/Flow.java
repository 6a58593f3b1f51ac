package org.jzfof.comm.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;

/** What one rank sends to, or receives from, another one in an exchange, message by message. */
final class Flow {
  static final int TAG = 1;

  private final Comm comm;
  private final int peer;
  private final int messageLimit;
  private ByteBuffer staging = ByteBuffer.allocateDirect(0);
  private int expected;
  private boolean inPlace;
  private long at;
  private long end;
  private long messages;

  /**
   * @param peer the other rank
   * @param messageLimit longest message in bytes
   */
  Flow(Comm comm, int peer, int messageLimit) {
    this.comm = comm;
    this.peer = peer;
    this.messageLimit = messageLimit;
  }

  /** Begins with bytes [from, to) of a source or a sink. */
  void begin(long from, long to) {
    at = from;
    end = to;
  }

  /** Sends the next message, if there is one left. */
  Request send(ByteSource source) throws MPIException {
    int bytes = next();
    if (bytes == 0) {
      return MPI.REQUEST_NULL;
    }
    ByteBuffer message = source.bytesAt(at, bytes);
    if (message == null) {
      message = room(bytes);
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
    ByteBuffer place = sink.roomAt(at, expected);
    inPlace = place != null;
    return comm.iRecv(inPlace ? place : room(expected), expected, MPI.BYTE, peer, TAG);
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
    if (!inPlace) {
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
      comm.recv(room(messageLimit), messageLimit, MPI.BYTE, peer, TAG);
      messages++;
    }
  }

  private int next() {
    return (int) Math.min(messageLimit, end - at);
  }

  private ByteBuffer room(int bytes) {
    if (staging.capacity() < bytes) {
      staging = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    return staging.clear().limit(bytes);
  }
}
