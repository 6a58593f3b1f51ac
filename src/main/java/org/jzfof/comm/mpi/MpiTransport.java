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
 * ranks and direction; without a copy where source and sink have such buffers. While a rank waits
 * it also listens for the failure of another.
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

  /** When an exchange ends without success, once a rank is lost. */
  private long deadline;

  /**
   * @param messageLimit longest message in bytes, the same on all ranks
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
    Arrays.setAll(out, r -> new Flow(comm, r, messageLimit));
    Arrays.setAll(in, r -> new Flow(comm, r, messageLimit));
    this.requests = new Request[2 * out.length + 1];
    Arrays.fill(requests, MPI.REQUEST_NULL);
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

  /** Waits until a request completes; not for long once a rank is lost. */
  private Status next() throws MPIException {
    if (!failures.known()) {
      Status done = Request.waitAnyStatus(requests);
      deadline = System.nanoTime() + GRACE_NANOS;
      return done;
    }
    Status done = Request.testAnyStatus(requests);
    while (done == null) {
      if (System.nanoTime() - deadline > 0) {
        throw new RankLostException(failures.first());
      }
      Thread.onSpinWait();
      done = Request.testAnyStatus(requests);
    }
    return done;
  }

  private void move(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart)
      throws MPIException {
    int size = size();
    int open = 0;
    for (int step = 1; step < size; step++) {
      int from = (rank + size - step) % size;
      in[from].begin(receiveStart[from], receiveStart[from + 1]);
      requests[from] = in[from].receive(sink);
      open += requests[from].isNull() ? 0 : 1;
    }
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      out[to].begin(sendStart[to], sendStart[to + 1]);
      requests[size + to] = out[to].send(source);
      open += requests[size + to].isNull() ? 0 : 1;
    }
    requests[2 * size] = failures.request();
    deadline = System.nanoTime() + GRACE_NANOS;
    while (open > 0) {
      Status done = next();
      int index = done.getIndex();
      if (index == 2 * size) {
        failures.heard(done);
        requests[index] = failures.request();
        continue;
      }
      if (index < size) {
        in[index].received(sink, done.getCount(MPI.BYTE));
        requests[index] = in[index].receive(sink);
      } else {
        requests[index] = out[index - size].send(source);
      }
      open -= requests[index].isNull() ? 1 : 0;
    }
  }
}
