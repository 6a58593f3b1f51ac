package org.jzfof.comm.mpi;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.LongRow;
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.Transport;
import org.jzfof.comm.mpi.MpiLibrary.Request;
import org.jzfof.error.CommunicationException;

/**
 * Messages through MPI: non-blocking, from and into direct buffers, with one message in flight for
 * each pair of ranks and direction. An exchange in place needs no copy. While a rank waits, it also
 * listens for the failure of other ranks.
 */
final class MpiTransport implements Transport {
  /** Polls in vain after which a waiting rank lets others run, which may share its core. */
  private static final int SPINS = 1000;

  /** Time in vain after which a rank that waits for short messages sleeps between its polls. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final long MAXIMUM_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Share of the time in vain that a sleep may add to it. */
  private static final int SLEEP_SHARE = 50;

  /**
   * Maximum length in bytes of a message that arrives as a whole. MPI may move a longer one in
   * parts, each during a poll.
   */
  private static final long SHORT_BYTES = 1 << 16;

  private final int rank;
  private final int messageLimit;
  private final Failures failures;
  private final ReentrantLock lock;
  private final PairTransfer[] out;
  private final PairTransfer[] in;

  /** Pending receives, then pending sends, by rank [2·size]; null if there is none. */
  private final Request[] requests;

  /** Indices of the requests that the exchange still waits for. */
  private final int[] pending;

  private int pendingCount;

  /** Maximum length in bytes of a message of the exchange. */
  private long longest;

  /**
   * @param messageLimit maximum length in bytes of a message that is copied, the same on all ranks
   * @param lock lock that is held during every use of MPI
   */
  MpiTransport(MpiLibrary mpi, int messageLimit, Failures failures, ReentrantLock lock)
      throws MpiException {
    this.rank = mpi.rank();
    this.messageLimit = messageLimit;
    this.failures = failures;
    this.lock = lock;
    this.out = new PairTransfer[mpi.size()];
    this.in = new PairTransfer[mpi.size()];
    Arrays.setAll(out, r -> new PairTransfer(mpi, r));
    Arrays.setAll(in, r -> new PairTransfer(mpi, r));
    this.requests = new Request[2 * out.length];
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
    void move() throws MpiException;
  }

  /**
   * Completes an exchange; after a failure it withdraws the receives, so that no message arrives
   * later.
   */
  private void complete(MessageTransfer messages) {
    lock.lock();
    try {
      pendingCount = 0;
      longest = 0;
      messages.move();
    } catch (MpiException e) {
      withdrawReceives(e);
      throw failure(e);
    } catch (RuntimeException | Error e) {
      withdrawReceives(e);
      throw e;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void recover() {
    lock.lock();
    try {
      long[] sentMessages = Arrays.stream(out).mapToLong(PairTransfer::messages).toArray();
      long[] sent = failures.meet(sentMessages);
      for (int r = 0; r < in.length; r++) {
        if (r != rank) {
          in[r].drop(sent[r]);
        }
      }
      for (int r = 0; r < out.length; r++) {
        if (requests[out.length + r] != null) {
          requests[out.length + r].await();
        }
      }
      Arrays.fill(requests, null);
      // No rank may send new messages while another still waits for old ones.
      failures.meet(sentMessages);
    } catch (MpiException e) {
      throw failure(e);
    } finally {
      lock.unlock();
    }
  }

  /** Withdraws the posted receives, because the caller is about to release their memory. */
  private void withdrawReceives(Throwable failure) {
    for (int r = 0; r < in.length; r++) {
      try {
        if (requests[r] != null) {
          in[r].withdraw(requests[r]);
        }
      } catch (MpiException e) {
        failure.addSuppressed(e);
      }
      requests[r] = null;
    }
  }

  private static CommunicationException failure(MpiException e) {
    return new CommunicationException(
        "MPI failed between the ranks (" + e.getMessage() + "): check the nodes and start again",
        e);
  }

  private void move(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart)
      throws MpiException {
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
      throws MpiException {
    longest = Math.max(longest, end - start);
    in[from].begin(start, end, limit);
    requests[from] = in[from].receive(sink);
    pending[pendingCount++] = from;
  }

  private void send(int to, ByteSource source, long start, long end, int limit)
      throws MpiException {
    longest = Math.max(longest, end - start);
    out[to].begin(start, end, limit);
    requests[size() + to] = out[to].send(source);
    pending[pendingCount++] = size() + to;
  }

  /**
   * Waits until all started messages have completed, or for a short time after the failure of a
   * rank.
   */
  private void finish(ByteSource source, ByteSink sink) throws MpiException {
    long deadline = System.nanoTime() + GRACE_NANOS;
    int polls = 0;
    long start = 0;
    while (pendingCount > 0) {
      if (progress(source, sink)) {
        polls = 0;
        continue;
      }
      polls++;
      if (polls == SPINS) {
        start = System.nanoTime();
      } else if (polls > SPINS) {
        letOthersRun(start);
      }
      if (!failures.known() && failures.poll()) {
        deadline = System.nanoTime() + GRACE_NANOS;
      }
      if (failures.known() && System.nanoTime() - deadline > 0) {
        throw new RankLostException(failures.first());
      }
    }
  }

  /** Leaves the core to others for a moment, or after a long wait for a part of its time. */
  private void letOthersRun(long start) {
    long waited = longest > SHORT_BYTES ? 0 : System.nanoTime() - start;
    if (waited > PATIENCE_NANOS) {
      LockSupport.parkNanos(Math.min(waited / SLEEP_SHARE, MAXIMUM_SLEEP_NANOS));
    } else {
      Thread.yield();
    }
  }

  /** Continues after each completed message; returns whether there was one. */
  private boolean progress(ByteSource source, ByteSink sink) throws MpiException {
    boolean progress = false;
    int remaining = 0;
    for (int i = 0; i < pendingCount; i++) {
      int index = pending[i];
      progress |= index < size() ? receiveNext(index, sink) : sendNext(index - size(), source);
      if (requests[index] != null) {
        pending[remaining++] = index;
      }
    }
    pendingCount = remaining;
    return progress;
  }

  private boolean receiveNext(int from, ByteSink sink) throws MpiException {
    Request message = requests[from];
    if (!message.test()) {
      return false;
    }
    requests[from] = null; // what follows may fail, and then only what is on its way is withdrawn
    in[from].countArrival();
    in[from].accept(sink, message.bytes());
    requests[from] = in[from].receive(sink);
    return true;
  }

  private boolean sendNext(int to, ByteSource source) throws MpiException {
    if (!requests[size() + to].test()) {
      return false;
    }
    requests[size() + to] = null;
    requests[size() + to] = out[to].send(source);
    return true;
  }
}
