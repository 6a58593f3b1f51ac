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
import org.jzfof.comm.MpiLoader;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.RankProcess;
import org.jzfof.comm.RankProcess.Verdict;
import org.jzfof.comm.RankTask;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.error.CommunicationException;
import org.jzfof.error.UsageException;

/**
 * The ranks of this run: a single one, threads of this process, or processes started by mpirun or
 * srun, of which this is one. Of several processes only rank 0 prints; a failure is reported once,
 * by the rank where it happened.
 */
public final class Ranks {
  /** How long a rank leaves the word to the one that reports, which ends the job by its exit. */
  private static final long LINGER_MILLIS = 2000;

  /**
   * How long the other ranks leave the word to rank 0 when a signal ends the job; mpirun kills them
   * after a second.
   */
  private static final long SIGNAL_MILLIS = 800;

  /** How long rank 0 then looks for news of a failure; it speaks before the others are gone. */
  private static final long NEWS_MILLIS = 500;

  private static final long POLL_MILLIS = 5;

  private static final String STOPPED = "jzfof: stopped by a signal before it was done";

  private static final int NOT_YET = -1;

  private static final int RANKS_PER_CORE = 4;

  /** That many go anywhere. */
  private static final int FEW_RANKS = 64;

  private static final long MIB_PER_RANK = 4;

  private final RankEnvironment environment;
  private final Supplier<RankProcess> mpi;
  private final PrintStream out;
  private final PrintStream err;
  private volatile RankProcess process;
  private volatile PeerProcesses peers = PeerProcesses.NONE;
  private volatile int lingering = NOT_YET;
  private volatile boolean failing;
  private volatile boolean finished;
  private volatile boolean stopped;
  private volatile BooleanSupplier beforeSignalEnds = () -> false;
  private volatile Runnable stopSoon;

  /**
   * @param environment how this process was started
   * @param mpi starts MPI
   */
  Ranks(RankEnvironment environment, Supplier<RankProcess> mpi, PrintStream out, PrintStream err) {
    this.environment = environment;
    this.mpi = mpi;
    this.out = environment.rank() == 0 ? out : new PrintStream(OutputStream.nullOutputStream());
    this.err = err;
  }

  /** The ranks of a program that was started in this environment. */
  public static Ranks of(RankEnvironment environment, PrintStream out, PrintStream err) {
    return new Ranks(environment, MpiLoader::start, out, err);
  }

  /** Whether what this process prints is seen. */
  public boolean speaks() {
    return environment.rank() == 0;
  }

  /** For results: what rank 0 prints is seen. */
  public PrintStream out() {
    return out;
  }

  /** For warnings and progress: what rank 0 prints is seen. */
  public PrintStream err() {
    return environment.rank() == 0 ? err : out;
  }

  /**
   * Runs a task on all ranks.
   *
   * @return what the task returns on rank 0, or, of several processes, on the rank of this one
   */
  public <T> T run(RankOptions options, RankTask<T> task) {
    Integer asked = options.ranks();
    if (asked != null && asked < 1) {
      throw new UsageException("--ranks is " + asked + ": give at least 1, or leave it out");
    }
    if (environment.several()) {
      return runAsProcess(asked, task);
    }
    if (asked == null || asked == 1) {
      return task.run(new LocalCommunicator());
    }
    requireRoom(asked);
    return ThreadRanks.run(asked, task).get(0);
  }

  /**
   * For a command that starts ranks of its own.
   *
   * @throws UsageException where this process is one of several
   */
  public void requireOneProcess(String command) {
    if (environment.several()) {
      throw new UsageException(
          "%s starts ranks of its own, and this is one of %d processes: leave out %s"
              .formatted(command, environment.size(), environment.launcher()));
    }
  }

  /** More ranks than cores and heap carry would not end within hours, or in want of memory. */
  private static void requireRoom(int asked) {
    int cores = Runtime.getRuntime().availableProcessors();
    int most = Math.max(FEW_RANKS, RANKS_PER_CORE * cores);
    if (asked > most) {
      throw new UsageException(
          "--ranks %d on %d cores: give at most %d here, or start processes on several nodes"
              .formatted(asked, cores, most));
    }
    long mib = Runtime.getRuntime().maxMemory() >> 20;
    if (asked * MIB_PER_RANK > mib) {
      throw new UsageException(
          "--ranks %d with a Java heap of %d MiB, but each rank needs at least %d MiB: give at most %d, or set JZFOF_HEAP"
              .formatted(asked, mib, MIB_PER_RANK, Math.max(1, mib / MIB_PER_RANK)));
    }
  }

  private <T> T runAsProcess(Integer asked, RankTask<T> task) {
    if (!environment.connected()) {
      throw new CommunicationException(
          environment.launcher()
              + " started "
              + (environment.size() == 0 ? "an unknown number of" : environment.size())
              + " processes that cannot find each other: use Open MPI's mpirun or srun --mpi=pmix,"
              + " or one process with --ranks, without the environment variables of that launcher");
    }
    if (asked != null) {
      throw new UsageException(
          "--ranks "
              + asked
              + " in one of "
              + environment.size()
              + " processes: leave it out with "
              + environment.launcher()
              + ", or start one process");
    }
    process = connected(mpi.get());
    peers = PeerProcesses.of(process.communicator());
    T result = task.run(process.communicator());
    process.close();
    process = null;
    return result;
  }

  /**
   * MPI starts as well where it cannot reach the launcher's server (in a container without its
   * socket, or with another version of PMIx): each process is then alone and would do all the work.
   */
  private RankProcess connected(RankProcess started) {
    int ranks = started.communicator().size();
    if (ranks < environment.size()) {
      started.close();
      throw new CommunicationException(
          "%s started %d processes, but MPI connects %d of them: use an Open MPI with a PMIx that the launcher can talk to (srun --mpi=list), make the launcher's socket visible in a container, or use mpirun"
              .formatted(environment.launcher(), environment.size(), ranks));
    }
    return started;
  }

  /** Tells the user where the launcher keeps cores from the ranks; all ranks call it together. */
  public void warnOfIdleCores(Communicator comm) {
    if (environment.several()) {
      String warning = IdleCores.warning(comm, environment.launcher());
      if (warning != null) {
        ExitCodes.warn(err(), warning);
      }
    }
  }

  /** One line on several ranks for the report, or null. */
  public String description(RankOptions options) {
    if (environment.several()) {
      return environment.size() + " processes, started by " + environment.launcher();
    }
    return options.ranks() == null || options.ranks() == 1
        ? null
        : options.ranks() + " in this process";
  }

  /**
   * Ends this rank, and with it the job, because of a failure; one rank reports it.
   *
   * @return the exit code
   */
  public int end(Throwable fault, boolean verbose) {
    if (stopped) { // by a signal, which has been reported; this is what became of it
      return ExitCodes.of(fault);
    }
    failing = true;
    if (process == null) { // all ranks have come here the same way
      int code = ExitCodes.of(fault);
      return environment.rank() == 0 ? ExitCodes.report(fault, err, verbose) : linger(code);
    }
    boolean own = !(fault instanceof RankLostException);
    Verdict verdict =
        process.fail(own ? ExitCodes.of(fault) : 0, own ? ExitCodes.message(fault) : "");
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
    lingering = code;
    sleep(LINGER_MILLIS);
    return code;
  }

  /** What to do when a signal ends the program; true if all work is done and no report is due. */
  public void beforeSignalEnds(BooleanSupplier action) {
    beforeSignalEnds = action;
  }

  /** What to do, in place of ending the program, on a signal that asks it to come to an end. */
  public void onStopSoon(Runnable action) {
    stopSoon = action;
  }

  /** A signal of those that {@link Signals} handles has come; whether it ends the program. */
  public boolean endsOn(String signal) {
    Runnable action = stopSoon;
    if (action == null || !signal.equals(Signals.STOP_SOON)) {
      return true;
    }
    action.run();
    return false;
  }

  /** From here on the end of the JVM is no surprise. */
  public void finish() {
    finished = true;
  }

  /** To be called when the JVM shuts down: tells the user when a signal is the cause. */
  public void shutdown() {
    if (finished) {
      return;
    }
    if (lingering != NOT_YET) { // the launcher ends a failed job
      Runtime.getRuntime().halt(lingering);
    }
    stopped = true;
    if (beforeSignalEnds.getAsBoolean()) {
      return;
    }
    OptionalInt gone = peers.gone(); // the others end now, by the same signal
    if (environment.rank() > 0) {
      sleep(SIGNAL_MILLIS);
    } else if (!failureKnown()) {
      String newLine = Boolean.getBoolean("jzfof.terminal") ? System.lineSeparator() : "";
      err.println(newLine + (gone.isPresent() ? killed(gone.getAsInt()) : STOPPED));
    }
  }

  private static String killed(int rank) {
    return "jzfof: error: rank "
        + rank
        + " was killed before it was done: if memory ran out, the kernel log (dmesg) says so";
  }

  /**
   * Whether a failure ends the job, which is reported where it happened: the launcher's signal may
   * be here before its news.
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
