package org.jzfof.cli.ranks;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.RankProcess;
import org.jzfof.comm.RankProcess.Verdict;
import org.jzfof.comm.RankTask;
import org.jzfof.comm.mpi.MpiLoader;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.error.CommunicationException;
import org.jzfof.error.UsageException;

/**
 * The ranks of this run: a single rank, threads of this process, or processes started by mpirun or
 * srun, of which this is one. With several processes only rank 0 prints. A failure is reported
 * once, by the rank where it occurred.
 */
public final class Ranks {
  /** Time for which a rank waits for the reporting rank, whose exit ends the job. */
  private static final long LINGER_MILLIS = 2000;

  /**
   * Time for which the other ranks wait for rank 0 after a signal ends the job; mpirun kills them
   * after a second.
   */
  private static final long SIGNAL_MILLIS = 800;

  /**
   * Time for which rank 0 then waits for a failure message, so that it prints before the other
   * ranks end.
   */
  private static final long NEWS_MILLIS = 500;

  private static final long POLL_MILLIS = 5;

  private static final String STOPPED = "jzfof: stopped by a signal before it was done";

  private static final int NONE = -1;

  private static final int RANKS_PER_CORE = 4;

  /** Number of ranks that is allowed on any machine. */
  private static final int FEW_RANKS = 64;

  private static final long MIB_PER_RANK = 4;

  private final RankEnvironment environment;
  private final Supplier<RankProcess> mpi;
  private final PrintStream out;
  private final PrintStream err;
  private volatile RankProcess process;

  /** Number of processes, launcher and MPI; empty before MPI connects them. */
  private volatile String connection = "";

  private volatile PeerProcesses peers = PeerProcesses.NONE;
  private volatile int lingerCode = NONE;
  private volatile boolean failing;
  private volatile boolean finished;
  private volatile boolean stopped;
  private volatile BooleanSupplier beforeSignalEnds = () -> false;
  private volatile Runnable stopSoon;

  Ranks(RankEnvironment environment, Supplier<RankProcess> mpi, PrintStream out, PrintStream err) {
    this.environment = environment;
    this.mpi = mpi;
    this.out = environment.rank() == 0 ? out : new PrintStream(OutputStream.nullOutputStream());
    this.err = err;
  }

  /** Creates the ranks of a program that was started in a given environment. */
  public static Ranks of(RankEnvironment environment, PrintStream out, PrintStream err) {
    return new Ranks(environment, () -> MpiLoader.start(System.getenv()), out, err);
  }

  /** Returns whether the output of this process is visible. */
  public boolean printsOutput() {
    return environment.rank() == 0;
  }

  /** Returns the stream for results; only the output of rank 0 is visible. */
  public PrintStream out() {
    return out;
  }

  /** Returns the stream for warnings and progress; only the output of rank 0 is visible. */
  public PrintStream err() {
    return environment.rank() == 0 ? err : out;
  }

  /**
   * Runs a task on all ranks.
   *
   * @return the result of rank 0, or, with several processes, of the rank of this process
   */
  public <T> T run(RankOptions options, RankTask<T> task) {
    Integer requested = options.ranks();
    if (requested != null && requested < 1) {
      throw new UsageException("--ranks is " + requested + ": give at least 1, or leave it out");
    }
    if (environment.hasSeveralProcesses()) {
      return runAsProcess(requested, task);
    }
    if (requested == null || requested == 1) {
      return task.run(new LocalCommunicator());
    }
    requireCapacity(requested);
    return ThreadRanks.run(requested, task).get(0);
  }

  /**
   * Checks that a command may start ranks itself.
   *
   * @throws UsageException if this process is one of several
   */
  public void requireOneProcess(String command) {
    if (environment.hasSeveralProcesses()) {
      throw new UsageException(
          "%s starts ranks of its own, and this is one of %d processes: leave out %s"
              .formatted(command, environment.size(), environment.launcher()));
    }
  }

  /**
   * Checks the number of ranks against cores and heap; a job with more ranks would take hours or
   * run out of memory.
   */
  private static void requireCapacity(int requested) {
    int cores = Runtime.getRuntime().availableProcessors();
    int maximum = Math.max(FEW_RANKS, RANKS_PER_CORE * cores);
    if (requested > maximum) {
      throw new UsageException(
          "--ranks %d on %d cores: give at most %d here, or start processes on several nodes"
              .formatted(requested, cores, maximum));
    }
    long heapMib = Runtime.getRuntime().maxMemory() >> 20;
    if (requested * MIB_PER_RANK > heapMib) {
      throw new UsageException(
          "--ranks %d with a Java heap of %d MiB, but each rank needs at least %d MiB: give at most %d, or set JZFOF_HEAP"
              .formatted(requested, heapMib, MIB_PER_RANK, Math.max(1, heapMib / MIB_PER_RANK)));
    }
  }

  private <T> T runAsProcess(Integer requested, RankTask<T> task) {
    if (!environment.connected()) {
      throw new CommunicationException(
          started()
              + " that cannot find each other: use srun --mpi=pmix or --mpi=pmi2 (srun --mpi=list"
              + " shows what there is), mpirun, or one process with --ranks");
    }
    if (requested != null) {
      throw new UsageException(
          "--ranks "
              + requested
              + " in one of "
              + environment.size()
              + " processes: leave it out with "
              + environment.launcher()
              + ", or start one process");
    }
    process = requireConnected(mpi.get());
    connection =
        "%d processes, started by %s, with %s"
            .formatted(process.communicator().size(), environment.launcher(), process.library());
    peers = PeerProcesses.of(process.communicator());
    T result = task.run(process.communicator());
    process.close();
    process = null;
    return result;
  }

  /**
   * Checks that MPI connects all processes. MPI also starts if it cannot reach the server of the
   * launcher (in a container without its socket, with another version of PMIx, or with another
   * MPI's launcher); then each process is alone and would do all the work.
   */
  private RankProcess requireConnected(RankProcess started) {
    int ranks = started.communicator().size();
    int rank = started.communicator().rank();
    String library = started.library();
    if (ranks < environment.size() || environment.size() == 0 && ranks == 1) {
      started.close();
      throw new CommunicationException(
          "%s, but %s connects %d of them: use an MPI that the launcher can talk to (srun --mpi=list, then --mpi=pmix or --mpi=pmi2; JZFOF_MPI=native for the one of scripts/build-mpi.sh), make the launcher's socket visible in a container, or use that MPI's own mpirun"
              .formatted(started(), library, ranks));
    }
    if (rank != environment.rank()) {
      started.close();
      throw new CommunicationException(
          "process %d of %s is rank %d of %s: start without a new order of ranks (MPICH_RANK_REORDER_METHOD)"
              .formatted(environment.rank(), environment.launcher(), rank, library));
    }
    return started;
  }

  private String started() {
    String number = environment.size() == 0 ? "an unknown number of" : "" + environment.size();
    return environment.launcher() + " started " + number + " processes";
  }

  /** Warns the user if the launcher keeps cores from the ranks; all ranks call it together. */
  public void warnOfIdleCores(Communicator comm) {
    if (environment.hasSeveralProcesses()) {
      String warning = IdleCores.warning(comm, environment.launcher());
      if (warning != null) {
        ExitCodes.warn(err(), warning);
      }
    }
  }

  /** Describes several ranks in one line for the report; null for a single rank. */
  public String description(RankOptions options) {
    if (environment.hasSeveralProcesses()) {
      return connection;
    }
    return options.ranks() == null || options.ranks() == 1
        ? null
        : options.ranks() + " in this process";
  }

  /**
   * Ends this rank, and with it the job, because of a failure, which one rank reports.
   *
   * @return the exit code
   */
  public int end(Throwable fault, boolean verbose) {
    if (stopped) { // the signal has been reported, and this failure is its consequence
      return ExitCodes.of(fault);
    }
    failing = true;
    if (process == null) { // before MPI connects the ranks, all fail in the same way
      int code = ExitCodes.of(fault);
      return environment.rank() == 0 ? ExitCodes.report(fault, err, verbose) : linger(code);
    }
    boolean ofThisRank = !(fault instanceof RankLostException);
    Verdict verdict =
        process.fail(
            ofThisRank ? ExitCodes.of(fault) : 0, ofThisRank ? ExitCodes.message(fault) : "");
    if (verdict.reporter() != environment.rank()) {
      return linger(verdict.code());
    }
    Throwable reported =
        verdict.alike() ? fault : new RankFailedException(environment.rank(), fault);
    int code = ExitCodes.report(reported, err, verbose);
    if (!verdict.complete()) {
      process.abort(code);
    }
    return code;
  }

  private int linger(int code) {
    lingerCode = code;
    sleep(LINGER_MILLIS);
    return code;
  }

  /**
   * Sets the action that runs before a signal ends the program; it returns true if all work is done
   * and no report is needed.
   */
  public void beforeSignalEnds(BooleanSupplier action) {
    beforeSignalEnds = action;
  }

  /** Sets the action for a signal that asks the program to stop soon, in place of its end. */
  public void onStopSoon(Runnable action) {
    stopSoon = action;
  }

  /** Handles a signal of {@link Signals}; returns whether it ends the program. */
  public boolean endsOn(String signal) {
    Runnable action = stopSoon;
    if (action == null || !signal.equals(Signals.STOP_SOON)) {
      return true;
    }
    action.run();
    return false;
  }

  /** Declares that the end of the JVM is expected from now on. */
  public void finish() {
    finished = true;
  }

  /** Reports a signal that ends the program; the JVM calls it at its shutdown. */
  public void shutdown() {
    if (finished) {
      return;
    }
    if (lingerCode != NONE) { // the launcher ends a failed job
      Runtime.getRuntime().halt(lingerCode);
    }
    stopped = true;
    if (beforeSignalEnds.getAsBoolean()) {
      return;
    }
    OptionalInt endedRank = peers.lowestEnded(); // the same signal now ends the other ranks
    if (environment.rank() > 0) {
      sleep(SIGNAL_MILLIS);
    } else if (!failureKnown()) {
      String newLine = Boolean.getBoolean("jzfof.terminal") ? System.lineSeparator() : "";
      err.println(newLine + (endedRank.isPresent() ? killed(endedRank.getAsInt()) : STOPPED));
    }
  }

  private static String killed(int rank) {
    return "jzfof: error: rank "
        + rank
        + " was killed before it was done: if memory ran out, the kernel log (dmesg) says so";
  }

  /**
   * Returns whether a failure ends the job, which the rank of the failure reports. The signal of
   * the launcher may arrive before the failure message.
   */
  private boolean failureKnown() {
    RankProcess running = process;
    if (running == null) {
      return failing;
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(NEWS_MILLIS);
    while (!failing && !running.failureHeard()) {
      if (System.nanoTime() > end) {
        return false;
      }
      sleep(POLL_MILLIS);
    }
    return true;
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
