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
 * Messages through MPI: non-blocking, from and into direct buffers, one in flight for each pair of
 * ranks and direction; without a copy where source and sink are in place. While a rank waits it
 * also listens for the failure of another.
 */
final class MpiTransport implements Transport {
  private final int rank;
  private final int messageLimit;
  private final Failures failures;
  private final ReentrantLock mpi;
  private final PairTransfer[] out;
  private final PairTransfer[] in;

  /** Receives and sends under way by rank [2·size]. */
  private final Request[] requests;

  /** Which of the requests the exchange still waits for. */
  private final int[] open;

  private int openCount;

  /**
   * @param messageLimit longest message that is copied, in bytes, the same on all ranks
   * @param mpi held during every use of MPI
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
    this.open = new int[requests.length];
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
    untilEnd(() -> move(source, sendStart, sink, receiveStart));
  }

  @Override
  public long[] pass(int to, long[] values, int from, int expected) {
    LongRow source = new LongRow(values);
    LongRow sink = new LongRow(new long[from == rank ? 0 : expected]);
    untilEnd(
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

  /** Part of the use of MPI. */
  @FunctionalInterface
  private interface Messages {
    void move() throws MPIException;
  }

  /** Moves messages to the end, or leaves none that would be received after it. */
  private void untilEnd(Messages messages) {
    mpi.lock();
    try {
      openCount = 0;
      messages.move();
    } catch (MPIException e) {
      withdrawReceives(e);
      throw failed(e);
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
      long[] own = Arrays.stream(out).mapToLong(PairTransfer::messages).toArray();
      long[] sent = failures.meet(own);
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
      failures.meet(own); // nothing new is sent while a rank still waits for the old
    } catch (MPIException e) {
      throw failed(e);
    } finally {
      mpi.unlock();
    }
  }

  /** The caller is about to give up the memory that posted receives would write to. */
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

  private static CommunicationException failed(MPIException e) {
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
    open[openCount++] = from;
  }

  private void send(int to, ByteSource source, long start, long end, int limit)
      throws MPIException {
    out[to].begin(start, end, limit);
    requests[size() + to] = out[to].send(source);
    open[openCount++] = size() + to;
  }

  /** Waits until all messages begun are through; not for long once a rank is lost. */
  private void finish(ByteSource source, ByteSink sink) throws MPIException {
    long deadline = System.nanoTime() + GRACE_NANOS;
    while (openCount > 0) {
      if (goOn(source, sink)) {
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

  /** Goes on with each message that is through; returns whether there is any. */
  private boolean goOn(ByteSource source, ByteSink sink) throws MPIException {
    boolean any = false;
    int left = 0;
    for (int i = 0; i < openCount; i++) {
      int index = open[i];
      any |= index < size() ? received(index, sink) : sent(index - size(), source);
      if (!requests[index].isNull()) {
        open[left++] = index;
      }
    }
    openCount = left;
    return any;
  }

  private boolean received(int from, ByteSink sink) throws MPIException {
    Status arrived = requests[from].testStatus();
    if (arrived == null) {
      return false;
    }
    in[from].arrived();
    in[from].take(sink, arrived.getCount(MPI.BYTE));
    requests[from] = in[from].receive(sink);
    return true;
  }

  private boolean sent(int to, ByteSource source) throws MPIException {
    if (!requests[size() + to].test()) {
      return false;
    }
    requests[size() + to] = out[to].send(source);
    return true;
  }
}
