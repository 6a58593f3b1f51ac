package org.jzfof.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.cli.ranks.BatchOptions;
import org.jzfof.cli.ranks.ProgressBar;
import org.jzfof.cli.ranks.RankedCommand;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.ranks.StopSignal;
import org.jzfof.cli.ranks.TimeLimit;
import org.jzfof.comm.Communicator;
import org.jzfof.config.RunOptions;
import org.jzfof.config.catalogues.LinkRule;
import org.jzfof.error.UsageException;
import org.jzfof.pipeline.CatalogueListener;
import org.jzfof.pipeline.FinishedRun;
import org.jzfof.pipeline.HaloBatch;
import org.jzfof.pipeline.HaloSearch;
import org.jzfof.progress.ProgressListener;

/** {@code jzfof run} with several snapshots. */
final class BatchRun {
  /**
   * Time for the current snapshot after a signal: Slurm by default waits 30 s between SIGTERM and
   * SIGKILL.
   */
  private static final long GRACE_SECONDS = 10;

  private final Function<Communicator, HaloSearch> search;
  private final Ranks ranks;
  private final RankOptions rankOptions;
  private final BatchOptions options;
  private final ReportOptions report;

  /**
   * @param search creates the search of one rank
   */
  BatchRun(
      Function<Communicator, HaloSearch> search,
      Ranks ranks,
      RankOptions rankOptions,
      BatchOptions options,
      ReportOptions report) {
    this.search = search;
    this.ranks = ranks;
    this.rankOptions = rankOptions;
    this.options = options;
    this.report = report;
  }

  /**
   * Performs all runs.
   *
   * @return the exit code
   * @throws UsageException if two runs would write the same files
   */
  int run(List<RunOptions> runs) {
    requireDistinctOutputs(runs);
    options.links().ifPresent(rule -> BatchLinks.requireLinkable(runs));
    StopSignal signal = new StopSignal(GRACE_SECONDS);
    TimeLimit limit = new TimeLimit(options.maxTime(), BatchRun::sinceStart);
    try (ProgressBar bar = ProgressBar.on(ranks.err(), !report.quiet())) {
      BatchLog log = new BatchLog(ranks, report, bar, limit, signal, options.failFast());
      ranks.beforeSignalEnds(() -> receive(signal, log));
      ranks.onStopSoon(signal::request);
      ProgressListener listener =
          (stage, fraction) -> bar.at(log.position() + ": " + stage, fraction);
      RankedCommand.runOnAllRanks(
          ranks,
          rankOptions,
          new RankedCommand.Reporting(report, listener),
          task(runs),
          (comm, computer, progress) -> {
            List<RunOptions> local = runs.stream().map(run -> run.withComputer(computer)).toList();
            return runOnRank(local, comm, progress, log);
          });
      int code = log.end(1e-9 * sinceStart().toNanos());
      // The launcher ends a job at the first failure.
      return ranks.printsOutput() ? code : ExitCodes.OK;
    } finally {
      signal.batchEnded();
    }
  }

  private RankedCommand.Task task(List<RunOptions> runs) {
    List<String> common = new ArrayList<>(runs.get(0).commonOptions());
    common.add("snapshots=" + runs.size());
    common.add("resume=" + options.resume());
    common.add("fail-fast=" + options.failFast());
    common.add("max-time=" + options.maxTime());
    common.add("link=" + options.links().map(LinkRule::words));
    return RankedCommand.Task.of("run of a batch", common, runs.get(0).execution().computer());
  }

  private Void runOnRank(
      List<RunOptions> runs, Communicator comm, ProgressListener progress, BatchLog log) {
    List<Integer> todo = remaining(runs, comm);
    if (comm.rank() == 0) {
      log.begin(runs, todo);
    }
    List<RunOptions> remainingRuns = todo.stream().map(runs::get).toList();
    CatalogueListener links =
        options.links().isEmpty() || runs.get(0).execution().dryRun()
            ? CatalogueListener.none()
            : new BatchLinks(runs, todo, options.links().get(), comm, log);
    new HaloBatch(search.apply(comm), comm, log, links, progress).run(remainingRuns);
    return null;
  }

  /** Returns the indices of the incomplete runs, which rank 0 determines. */
  private List<Integer> remaining(List<RunOptions> runs, Communicator comm) {
    long[] complete = new long[runs.size()];
    for (int i = 0; options.resume() && comm.rank() == 0 && i < runs.size(); i++) {
      complete[i] = FinishedRun.isFinished(runs.get(i)) ? 1 : 0;
    }
    long[] agreedComplete = comm.broadcast(complete, 0);
    return IntStream.range(0, agreedComplete.length)
        .filter(i -> agreedComplete[i] == 0)
        .boxed()
        .toList();
  }

  /**
   * Handles a signal: returns whether all work is done, and otherwise tells the user how to
   * continue.
   */
  private boolean receive(StopSignal signal, BatchLog log) {
    boolean inTime = signal.receive();
    String hint = log.hint();
    if (!inTime && hint != null) {
      ranks.err().println(hint);
    }
    return inTime && hint == null;
  }

  private static Duration sinceStart() {
    Instant start = ProcessHandle.current().info().startInstant().orElseThrow();
    return Duration.between(start, Instant.now());
  }

  /**
   * Checks that no two runs write the same files. Missing snapshots are ignored, because their runs
   * will report them.
   */
  private static void requireDistinctOutputs(List<RunOptions> runs) {
    Map<Path, Path> writers = new HashMap<>();
    for (RunOptions run : runs) {
      FinishedRun.output(run)
          .ifPresent(
              output -> {
                Path other =
                    writers.putIfAbsent(
                        output.toAbsolutePath().normalize(), run.groups().particles().snapshot());
                if (run.groups().particles().snapshot().equals(other)) {
                  throw new UsageException(other + " is named twice: name it once");
                }
                if (other != null) {
                  throw new UsageException(
                      "%s and %s would both be written to %s: run them one by one, each with its own -o"
                          .formatted(other, run.groups().particles().snapshot(), output));
                }
              });
    }
  }
}
