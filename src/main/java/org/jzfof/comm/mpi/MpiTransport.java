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
  private final Flow[] out;
  private final Flow[] in;

  /** Receives and sends under way by rank, and the wait for another rank's failure [2·size+1]. */
  private final Request[] requests;

  /** Which of the requests are active; only these are passed to MPI. */
  private final int[] open;

  private int openCount;

  /** When an exchange ends without success, once a rank is lost. */
  private long deadline;

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
    this.out = new Flow[comm.getSize()];
    this.in = new Flow[comm.getSize()];
    Arrays.setAll(out, r -> new Flow(comm, r));
    Arrays.setAll(in, r -> new Flow(comm, r));
    this.requests = new Request[2 * out.length + 1];
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
    mpi.lock();
    try {
      move(source, sendStart, sink, receiveStart);
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
      long[] own = Arrays.stream(out).mapToLong(Flow::messages).toArray();
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

  /** Waits until requests complete; not for long once a rank is lost. */
  private Status[] next() throws MPIException {
    Request[] waiting = new Request[openCount];
    Arrays.setAll(waiting, i -> requests[open[i]]);
    if (!failures.known()) {
      Status[] done = Request.waitSomeStatus(waiting);
      deadline = System.nanoTime() + GRACE_NANOS;
      return done;
    }
    Status[] done = Request.testSomeStatus(waiting);
    while (done.length == 0) {
      if (System.nanoTime() - deadline > 0) {
        throw new RankLostException(failures.first());
      }
      Thread.onSpinWait();
      done = Request.testSomeStatus(waiting);
    }
    return done;
  }

  /** Takes note of what has been begun, if it has. */
  private boolean begun(int index, Request request) throws MPIException {
    requests[index] = request;
    boolean begun = !request.isNull();
    if (begun) {
      open[openCount++] = index;
    }
    return begun;
  }

  private void move(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart)
      throws MPIException {
    int size = size();
    int limit = messageLimit(source);
    openCount = 0;
    for (int step = 1; step < size; step++) {
      int from = (rank + size - step) % size;
      if (receiveStart[from] < receiveStart[from + 1]) {
        in[from].begin(receiveStart[from], receiveStart[from + 1], limit);
        begun(from, in[from].receive(sink));
      }
    }
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      if (sendStart[to] < sendStart[to + 1]) {
        out[to].begin(sendStart[to], sendStart[to + 1], limit);
        begun(size + to, out[to].send(source));
      }
    }
    int left = openCount;
    begun(2 * size, failures.request());
    deadline = System.nanoTime() + GRACE_NANOS;
    while (left > 0) {
      Status[] completed = next();
      int[] indices =
          Arrays.stream(completed).mapToInt(status -> open[status.getIndex()]).toArray();
      for (int index : indices) {
        if (index < size) {
          in[index].arrived();
        }
      }
      forget(completed);
      for (int i = 0; i < indices.length; i++) {
        if (indices[i] == 2 * size) {
          failures.heard(completed[i]);
          begun(indices[i], failures.request());
        } else if (!goOn(indices[i], completed[i], source, sink)) {
          left--;
        }
      }
    }
  }

  /** Marks completed requests as inactive. */
  private void forget(Status[] completed) {
    for (Status status : completed) {
      open[status.getIndex()] = -1;
    }
    int[] others = Arrays.stream(open, 0, openCount).filter(i -> i >= 0).toArray();
    System.arraycopy(others, 0, open, 0, others.length);
    openCount = others.length;
  }

  /**
   * Takes what has been received, and begins the next message of the same ranks if there is one.
   */
  private boolean goOn(int index, Status done, ByteSource source, ByteSink sink)
      throws MPIException {
    int size = size();
    if (index >= size) {
      return begun(index, out[index - size].send(source));
    }
    in[index].take(sink, done.getCount(MPI.BYTE));
    return begun(index, in[index].receive(sink));
  }
}
