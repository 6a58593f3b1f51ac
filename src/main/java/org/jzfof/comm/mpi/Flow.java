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
  private long at;
  private long end;

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
    source.read(at, staging);
    at += bytes;
    return comm.iSend(staging, bytes, MPI.BYTE, peer, TAG);
  }

  /** Makes room for the next message, if there is one left. */
  Request receive() throws MPIException {
    int bytes = next();
    return bytes == 0 ? MPI.REQUEST_NULL : comm.iRecv(staging, bytes, MPI.BYTE, peer, TAG);
  }

  /**
   * A message has arrived.
   *
   * @param bytes its length
   */
  void received(ByteSink sink, int bytes) {
    if (bytes != staging.limit()) {
      throw new IllegalStateException(
          "rank %d sent %d bytes where %d were expected".formatted(peer, bytes, staging.limit()));
    }
    sink.write(at, staging.rewind());
    at += bytes;
  }

  private int next() {
    int bytes = (int) Math.min(messageLimit, end - at);
    if (staging.capacity() < bytes) {
      staging = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    staging.clear().limit(bytes);
    return bytes;
  }
}
