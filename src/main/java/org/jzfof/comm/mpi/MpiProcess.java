package org.jzfof.comm.mpi;

import java.util.concurrent.locks.ReentrantLock;
import org.jzfof.comm.Collectives;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankProcess;
import org.jzfof.error.CommunicationException;
import org.jzfof.threads.BackgroundThreads;

/** One MPI process as a rank. Only one thread uses MPI at a time. */
final class MpiProcess implements RankProcess {
  private static final int MAX_MESSAGE_BYTES = 1 << 20;
  private static final int MIN_MESSAGE_BYTES = 64 << 10;
  private static final long STAGING_BYTES = 256L << 20;

  /**
   * Time for MPI to come to its end after a failure, in which messages may still be on their way.
   */
  private static final long END_MILLIS = 1000;

  /** Time for MPICH's launcher to pass on what a rank has said, which it drops after an abort. */
  private static final long FORWARD_MILLIS = 200;

  private final ReentrantLock lock = new ReentrantLock();
  private final MpiLibrary mpi;
  private final String library;
  private final boolean ofMpich;
  private final Failures failures;
  private final Communicator communicator;

  /**
   * @param messageLimit maximum length of a message in bytes; 0 for one that keeps the staging
   *     buffers of all ranks small
   * @param library name of the library for the report
   * @param ofMpich whether the launcher is of MPICH's kind: it takes the end of a process before
   *     that of MPI for a crash, kills all others, and may have the exit code of one of these
   */
  MpiProcess(MpiLibrary mpi, int messageLimit, String library, boolean ofMpich)
      throws MpiException {
    this.mpi = mpi;
    this.library = library;
    this.ofMpich = ofMpich;
    this.failures = new Failures(mpi);
    int limit = messageLimit > 0 ? messageLimit : limit(mpi.size());
    this.communicator = new Collectives(new MpiTransport(mpi, limit, failures, lock));
  }

  private static int limit(int ranks) {
    long each = STAGING_BYTES / (2L * ranks) / Long.BYTES * Long.BYTES;
    return (int) Math.max(MIN_MESSAGE_BYTES, Math.min(MAX_MESSAGE_BYTES, each));
  }

  @Override
  public Communicator communicator() {
    return communicator;
  }

  @Override
  public String library() {
    return library;
  }

  @Override
  public Verdict fail(int code, String message) {
    lock.lock();
    try {
      Verdict verdict = failures.agree(code, message);
      if (verdict.complete() && ofMpich) {
        endInTime();
      }
      return verdict;
    } catch (MpiException e) { // only the failure of this rank can still be reported
      return new Verdict(communicator.rank(), Math.max(1, code), false, false);
    } finally {
      lock.unlock();
    }
  }

  private void endInTime() {
    Thread end =
        BackgroundThreads.thread(
            "end MPI",
            () -> {
              try {
                failures.stop();
                mpi.end();
              } catch (MpiException e) {
                throw new IllegalStateException(e);
              }
            });
    end.start();
    try {
      end.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean failureHeard() {
    if (!lock.tryLock()) {
      return failures.known(); // an exchange in progress receives the messages
    }
    try {
      return failures.poll();
    } catch (MpiException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void abort(int code) {
    lock.lock();
    try {
      if (ofMpich) {
        Thread.sleep(FORWARD_MILLIS);
      }
      mpi.abort(code);
    } catch (MpiException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      failures.stop();
      mpi.end();
    } catch (MpiException e) {
      throw new CommunicationException(
          "MPI does not end (" + e.getMessage() + "): the results are complete", e);
    } finally {
      lock.unlock();
    }
  }
}
