package org.jzfof.comm.mpi;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.LongRow;
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.Transport;
import org.jzfof.error.CommunicationException;

/**
 * Messages through MPI: non-blocking, from and into direct buffers, with one message in flight for
 * each pair of ranks and direction. An exchange in place needs no copy. While a rank waits, it also
 * listens for the failure of other ranks.
 */
final class MpiTransport implements Transport {
  private final int rank;
  private final int messageLimit;
  private final Failures failures;
  private final ReentrantLock mpi;
  private final PairTransfer[] out;
  private final PairTransfer[] in;

  /** Pending receives, then pending sends, by rank [2·size]. */
  private final Request[] requests;

  /** Indices of the requests that the exchange still waits for. */
  private final int[] pending;

  private int pendingCount;

  /**
   * @param messageLimit maximum length in bytes of a message that is copied, the same on all ranks
   * @param mpi lock that is held during every use of MPI
   */
  MpiTransport(Comm comm, int messageLimit, Failures failures, ReentrantLock mpi)
      throws MPIException {
    this.rank = comm.getRank();
    this.messageLimit = messageLimit;
    this.failures = failures;
    this.mpi = mpi;
    this.out = new PairTransfer[comm.getSize()];
    this.in = new PairTransfer[comm.getSize()];
    Arrays.setAll(out, r -> new PairTransfer(comm, r));
    Arrays.setAll(in, r -> new PairTransfer(comm, r));
    this.requests = new Request[2 * out.length];
    Arrays.fill(requests, MPI.REQUEST_NULL);
    this.pending = new int[requests.length];
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return out.length;
  }

  @Override
  public int messageLimit() {
    return messageLimit;
  }

  @Override
  public void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart) {
    complete(() -> move(source, sendStart, sink, receiveStart));
  }

  @Override
  public long[] pass(int to, long[] values, int from, int expected) {
    LongRow source = new LongRow(values);
    LongRow sink = new LongRow(new long[from == rank ? 0 : expected]);
    complete(
        () -> {
          if (sink.bytes() > 0) {
            receive(from, sink, 0, sink.bytes(), messageLimit);
          }
          if (to != rank && source.bytes() > 0) {
            send(to, source, 0, source.bytes(), messageLimit);
          }
          finish(source, sink);
        });
    return sink.values();
  }

  /** An exchange of messages through MPI. */
  @FunctionalInterface
  private interface MessageTransfer {
    void move() throws MPIException;
  }

  /**
   * Completes an exchange; after a failure it withdraws the receives, so that no message arrives
   * later.
   */
  private void complete(MessageTransfer messages) {
    mpi.lock();
    try {
      pendingCount = 0;
      messages.move();
    } catch (MPIException e) {
      withdrawReceives(e);
      throw failure(e);
    } catch (RuntimeException | Error e) {
      withdrawReceives(e);
      throw e;
    } finally {
      mpi.unlock();
    }
  }

  @Override
  public void recover() {
    mpi.lock();
    try {
      long[] sentMessages = Arrays.stream(out).mapToLong(PairTransfer::messages).toArray();
      long[] sent = failures.meet(sentMessages);
      for (int r = 0; r < in.length; r++) {
        if (r != rank) {
          in[r].drop(sent[r]);
        }
      }
      for (int r = 0; r < out.length; r++) {
        if (!requests[out.length + r].isNull()) {
          requests[out.length + r].waitFor();
        }
      }
      Arrays.fill(requests, MPI.REQUEST_NULL);
      // No rank may send new messages while another still waits for old ones.
      failures.meet(sentMessages);
    } catch (MPIException e) {
      throw failure(e);
    } finally {
      mpi.unlock();
    }
  }

  /** Withdraws the posted receives, because the caller is about to release their memory. */
  private void withdrawReceives(Throwable failure) {
    for (int r = 0; r < in.length; r++) {
      try {
        if (!requests[r].isNull()) {
          in[r].withdraw(requests[r]);
        }
      } catch (MPIException e) {
        failure.addSuppressed(e);
      }
      requests[r] = MPI.REQUEST_NULL;
    }
  }

  private static CommunicationException failure(MPIException e) {
    return new CommunicationException(
        "MPI failed between the ranks (" + e.getMessage() + "): check the nodes and start again",
        e);
  }

  private void move(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart)
      throws MPIException {
    int size = size();
    int limit = messageLimit(source);
    for (int step = 1; step < size; step++) {
      int from = (rank + size - step) % size;
      if (receiveStart[from] < receiveStart[from + 1]) {
        receive(from, sink, receiveStart[from], receiveStart[from + 1], limit);
      }
    }
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      if (sendStart[to] < sendStart[to + 1]) {
        send(to, source, sendStart[to], sendStart[to + 1], limit);
      }
    }
    finish(source, sink);
  }

  private void receive(int from, ByteSink sink, long start, long end, int limit)
      throws MPIException {
    in[from].begin(start, end, limit);
    requests[from] = in[from].receive(sink);
    pending[pendingCount++] = from;
  }

  private void send(int to, ByteSource source, long start, long end, int limit)
      throws MPIException {
    out[to].begin(start, end, limit);
    requests[size() + to] = out[to].send(source);
    pending[pendingCount++] = size() + to;
  }

  /**
   * Waits until all started messages have completed, or for a short time after the failure of a
   * rank.
   */
  private void finish(ByteSource source, ByteSink sink) throws MPIException {
    long deadline = System.nanoTime() + GRACE_NANOS;
    while (pendingCount > 0) {
      if (progress(source, sink)) {
        continue;
      }
      if (!failures.known() && failures.poll()) {
        deadline = System.nanoTime() + GRACE_NANOS;
      }
      if (failures.known() && System.nanoTime() - deadline > 0) {
        throw new RankLostException(failures.first());
      }
    }
  }

  /** Continues after each completed message; returns whether there was one. */
  private boolean progress(ByteSource source, ByteSink sink) throws MPIException {
    boolean progress = false;
    int remaining = 0;
    for (int i = 0; i < pendingCount; i++) {
      int index = pending[i];
      progress |= index < size() ? receiveNext(index, sink) : sendNext(index - size(), source);
      if (!requests[index].isNull()) {
        pending[remaining++] = index;
      }
    }
    pendingCount = remaining;
    return progress;
  }

  private boolean receiveNext(int from, ByteSink sink) throws MPIException {
    Status arrived = requests[from].testStatus();
    if (arrived == null) {
      return false;
    }
    in[from].countArrival();
    in[from].accept(sink, arrived.getCount(MPI.BYTE));
    requests[from] = in[from].receive(sink);
    return true;
  }

  private boolean sendNext(int to, ByteSource source) throws MPIException {
    if (!requests[size() + to].test()) {
      return false;
    }
    requests[size() + to] = out[to].send(source);
    return true;
  }
}
