package org.jzfof.comm.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.mpi.MpiLibrary.Request;

/**
 * The messages that one rank sends to, or receives from, another rank in an exchange, one after
 * another.
 */
final class PairTransfer {
  static final int TAG = 1;

  private final MpiLibrary mpi;
  private final int peer;
  private ByteBuffer staging = ByteBuffer.allocateDirect(0);
  private int expected;
  private int limit;
  private long offset;
  private long end;
  private long messages;

  PairTransfer(MpiLibrary mpi, int peer) {
    this.mpi = mpi;
    this.peer = peer;
  }

  /** Begins the transfer of bytes [from, to) of a source or a sink. */
  void begin(long from, long to, int maximum) {
    offset = from;
    end = to;
    limit = maximum;
  }

  /** Sends the next message; null if none is left. */
  Request send(ByteSource source) throws MpiException {
    int bytes = next();
    if (bytes == 0) {
      return null;
    }
    ByteBuffer message = source.inPlace() ? source.bytesAt(offset, bytes) : stagingBuffer(bytes);
    if (!source.inPlace()) {
      source.read(offset, message);
    }
    offset += bytes;
    messages++;
    return mpi.send(message, bytes, peer, TAG);
  }

  /** Posts the receive of the next message; null if none is left. */
  Request receive(ByteSink sink) throws MpiException {
    expected = next();
    if (expected == 0) {
      return null;
    }
    ByteBuffer target = sink.inPlace() ? sink.roomAt(offset, expected) : stagingBuffer(expected);
    return mpi.receive(target, expected, peer, TAG);
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
  void withdraw(Request pending) throws MpiException {
    if (!pending.cancel()) {
      messages++; // the message had arrived before
    }
  }

  /**
   * Receives and discards the messages in flight.
   *
   * @param sent number of messages that the other rank has sent so far
   */
  void drop(long sent) throws MpiException {
    while (messages < sent) {
      int bytes = mpi.awaitedBytes(peer, TAG);
      mpi.receive(stagingBuffer(bytes), bytes, peer, TAG).await();
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
