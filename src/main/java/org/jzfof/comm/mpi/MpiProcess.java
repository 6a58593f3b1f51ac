package org.jzfof.comm.mpi;

import java.util.concurrent.locks.ReentrantLock;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import org.jzfof.comm.Collectives;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankProcess;
import org.jzfof.error.CommunicationException;

/** One MPI process as a rank. Only one thread uses MPI at a time. */
public final class MpiProcess implements RankProcess {
  private static final int MAX_MESSAGE_BYTES = 1 << 20;
  private static final int MIN_MESSAGE_BYTES = 64 << 10;
  private static final long STAGING_BYTES = 256L << 20;

  private final ReentrantLock mpi = new ReentrantLock();
  private final Comm comm;
  private final Failures failures;
  private final Communicator communicator;

  private MpiProcess(Comm comm, int messageLimit) throws MPIException {
    this.comm = comm;
    this.failures = new Failures(comm);
    this.communicator = new Collectives(new MpiTransport(comm, messageLimit, failures, mpi));
  }

  /**
   * Starts MPI; see {@link org.jzfof.comm.MpiLoader#start(int)}.
   *
   * @throws CommunicationException if MPI does not start
   */
  public static RankProcess start(int messageLimit) {
    try {
      int level = MPI.InitThread(new String[0], MPI.THREAD_SERIALIZED);
      if (level < MPI.THREAD_SERIALIZED) {
        throw new CommunicationException(
            "this Open MPI is built without thread support (level "
                + level
                + "): use one with MPI_THREAD_SERIALIZED");
      }
      MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
      int limit = messageLimit > 0 ? messageLimit : limit(MPI.COMM_WORLD.getSize());
      return new MpiProcess(MPI.COMM_WORLD, limit);
    } catch (MPIException e) {
      throw new CommunicationException(
          "MPI does not start (" + e.getMessage() + "): check the installation of Open MPI", e);
    }
  }

  /** Returns the version of MPI; see {@link org.jzfof.comm.MpiLoader#version()}. */
  public static String version() {
    return MPI.getLibVersion().split(",")[0];
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
  public Verdict fail(int code, String message) {
    mpi.lock();
    try {
      return failures.agree(code, message);
    } catch (MPIException e) { // only the failure of this rank can still be reported
      return new Verdict(communicator.rank(), Math.max(1, code), false, false);
    } finally {
      mpi.unlock();
    }
  }

  @Override
  public boolean failureHeard() {
    if (!mpi.tryLock()) {
      return failures.known(); // an exchange in progress receives the messages
    }
    try {
      return failures.poll();
    } catch (MPIException e) {
      return false;
    } finally {
      mpi.unlock();
    }
  }

  @Override
  public void abort(int code) {
    mpi.lock();
    try {
      comm.abort(code);
    } catch (MPIException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    mpi.lock();
    try {
      failures.stop();
      MPI.Finalize();
    } catch (MPIException e) {
      throw new CommunicationException(
          "MPI does not end (" + e.getMessage() + "): the results are complete", e);
    } finally {
      mpi.unlock();
    }
  }
}
