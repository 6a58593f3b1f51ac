package org.jzfof.cli.ranks;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankMismatch;
import org.jzfof.config.Computer;
import org.jzfof.error.UsageException;
import org.jzfof.progress.ProgressListener;

/** A command that runs on every rank, with a progress bar and logs. */
@FunctionalInterface
public interface RankedCommand<T> {
  /**
   * Performs the work of one rank.
   *
   * @param computer hardware of this rank
   */
  T run(Communicator comm, Computer computer, ProgressListener progress);

  /**
   * Runs a command on all ranks.
   *
   * @param task options that must agree on all ranks
   * @return the result of rank 0, or, with several processes, of the rank of this process
   * @throws UsageException if the ranks were started with different options
   */
  static <T> T runOnAllRanks(
      Ranks ranks, RankOptions options, ReportOptions report, Task task, RankedCommand<T> work) {
    try (ProgressBar bar = ProgressBar.on(ranks.err(), !report.quiet())) {
      return runOnAllRanks(ranks, options, new Reporting(report, bar), task, work);
    }
  }

  /**
   * The common options of all ranks.
   *
   * @param command command and all options that must agree on all ranks, one by one
   * @param computer requested hardware, of which each rank receives its share of the cores
   */
  record Task(List<String> command, Computer computer) {
    /** Creates a task from a command and its options. */
    public static Task of(String command, List<String> options, Computer computer) {
      List<String> all = new ArrayList<>();
      all.add(command);
      all.addAll(options);
      return new Task(all, computer);
    }

    /**
     * Checks that all ranks have the same options; all ranks call it, before any other collective
     * operation.
     */
    void requireSame(boolean quiet, Communicator comm) {
      List<String> lines = new ArrayList<>(command);
      lines.add("quiet=" + quiet);
      RankMismatch.in(lines, comm)
          .ifPresent(
              other -> {
                throw new UsageException(
                    "%s: started with other options than rank 0 (%s instead of %s): give all ranks the same command line"
                        .formatted(other.rankNames(), other.differingLine(), other.expectedLine()));
              });
    }
  }

  /**
   * The output during a command.
   *
   * @param progress listener for every stage of rank 0
   */
  record Reporting(ReportOptions report, ProgressListener progress) {}

  /** Runs a command on all ranks, without creating a progress bar. */
  static <T> T runOnAllRanks(
      Ranks ranks, RankOptions options, Reporting reporting, Task task, RankedCommand<T> work) {
    return ranks.run(
        options,
        comm -> {
          task.requireSame(reporting.report.quiet(), comm);
          if (!reporting.report.quiet()) {
            ranks.warnOfIdleCores(comm);
          }
          ProgressListener first = comm.rank() == 0 ? reporting.progress : (stage, fraction) -> {};
          return CoreShare.use(
              task.computer,
              comm,
              computer ->
                  RankLog.withLog(
                      reporting.report.logs(),
                      comm,
                      first,
                      progress -> work.run(comm, computer, progress)));
        });
  }
}
