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
import org.jzfof.error.UsageException;
import org.jzfof.pipeline.CatalogueListener;
import org.jzfof.pipeline.FinishedRun;
import org.jzfof.pipeline.HaloBatch;
import org.jzfof.pipeline.HaloSearch;
import org.jzfof.progress.ProgressListener;

/** {@code jzfof run} with several snapshots. */
final class BatchRun {
  /** Slurm waits 30 s between SIGTERM and SIGKILL, unless told otherwise. */
  private static final long GRACE_SECONDS = 10;

  private final Function<Communicator, HaloSearch> search;
  private final Ranks ranks;
  private final RankOptions rankOptions;
  private final BatchOptions options;
  private final ReportOptions report;

  /**
   * @param search on one rank
   * @param ranks that share the work
   * @param rankOptions how many there are
   * @param options how to go about the snapshots
   * @param report how much to print
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
   * Does all runs.
   *
   * @return the exit code
   * @throws UsageException where two of them would write the same
   */
  int run(List<RunOptions> runs) {
    requireDistinctOutputs(runs);
    options.linkAcross().ifPresent(skip -> BatchLinks.require(runs, skip));
    StopSignal signal = new StopSignal(GRACE_SECONDS);
    TimeLimit limit = new TimeLimit(options.maxTime(), BatchRun::sinceStart);
    try (ProgressBar bar = ProgressBar.on(ranks.err(), !report.quiet())) {
      BatchLog log = new BatchLog(ranks, report, bar, limit, signal, options.failFast());
      ranks.beforeSignalEnds(() -> receive(signal, log));
      ranks.onStopSoon(signal::request);
      ProgressListener shown = (stage, fraction) -> bar.at(log.place() + ": " + stage, fraction);
      RankedCommand.onAll(
          ranks,
          rankOptions,
          new RankedCommand.Shown(report, shown),
          task(runs),
          (comm, own, progress) -> {
            List<RunOptions> here = runs.stream().map(run -> run.withComputer(own)).toList();
            return runOnRank(here, comm, progress, log);
          });
      int code = log.end(1e-9 * sinceStart().toNanos());
      return ranks.speaks() ? code : ExitCodes.OK; // the launcher ends a job at the first failure
    } finally {
      signal.ended();
    }
  }

  private RankedCommand.Task task(List<RunOptions> runs) {
    List<String> common = new ArrayList<>(runs.get(0).commonOptions());
    common.add("snapshots=" + runs.size());
    common.add("resume=" + options.resume());
    common.add("fail-fast=" + options.failFast());
    common.add("max-time=" + options.maxTime());
    common.add("link=" + options.linkAcross());
    return RankedCommand.Task.of("run of a batch", common, runs.get(0).execution().computer());
  }

  private Void runOnRank(
      List<RunOptions> runs, Communicator comm, ProgressListener progress, BatchLog log) {
    List<Integer> todo = remaining(runs, comm);
    if (comm.rank() == 0) {
      log.begin(runs, todo);
    }
    List<RunOptions> own = todo.stream().map(runs::get).toList();
    CatalogueListener links =
        options.linkAcross().isEmpty() || runs.get(0).execution().dryRun()
            ? CatalogueListener.none()
            : new BatchLinks(runs, todo, options.linkAcross().getAsInt(), comm, log);
    new HaloBatch(search.apply(comm), comm, log, links, progress).run(own);
    return null;
  }

  /** Numbers of the runs that are not complete; rank 0 looks. */
  private List<Integer> remaining(List<RunOptions> runs, Communicator comm) {
    long[] complete = new long[runs.size()];
    for (int i = 0; options.resume() && comm.rank() == 0 && i < runs.size(); i++) {
      complete[i] = FinishedRun.is(runs.get(i)) ? 1 : 0;
    }
    long[] agreed = comm.broadcast(complete, 0);
    return IntStream.range(0, agreed.length).filter(i -> agreed[i] == 0).boxed().toList();
  }

  /** Whether all work is done; otherwise the user is told how to go on. */
  private boolean receive(StopSignal signal, BatchLog log) {
    boolean ended = signal.receive();
    String hint = log.hint();
    if (!ended && hint != null) {
      ranks.err().println(hint);
    }
    return ended && hint == null;
  }

  private static Duration sinceStart() {
    Instant start = ProcessHandle.current().info().startInstant().orElseThrow();
    return Duration.between(start, Instant.now());
  }

  /** Snapshots that cannot be found are left to their runs, which say so. */
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
