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

/** Runs a command on every rank, with a progress bar and logs. */
@FunctionalInterface
public interface RankedCommand<T> {
  /**
   * Does the work of one rank.
   *
   * @param comm its connection with the others
   * @param own what it computes on
   * @param progress receives every stage
   */
  T run(Communicator comm, Computer own, ProgressListener progress);

  /**
   * Runs the work on all ranks.
   *
   * @param task what all ranks must have been asked for
   * @param work of each rank
   * @return what rank 0 returns, or, of several processes, the rank of this one
   * @throws UsageException where ranks were asked for something else
   */
  static <T> T onAll(
      Ranks ranks, RankOptions options, ReportOptions report, Task task, RankedCommand<T> work) {
    try (ProgressBar bar = ProgressBar.on(ranks.err(), !report.quiet())) {
      return onAll(ranks, options, new Shown(report, bar), task, work);
    }
  }

  /**
   * What was asked for.
   *
   * @param command with all options that the ranks must have in common, one by one
   * @param computer each rank gets its share of the cores
   */
  record Task(List<String> command, Computer computer) {
    /** A command and its options. */
    public static Task of(String command, List<String> options, Computer computer) {
      List<String> all = new ArrayList<>();
      all.add(command);
      all.addAll(options);
      return new Task(all, computer);
    }

    /** All ranks call it together, before anything else that they do together. */
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
   * How the work shows.
   *
   * @param report what to say
   * @param progress receives every stage of rank 0
   */
  record Shown(ReportOptions report, ProgressListener progress) {}

  /** As the other, without a progress bar of its own. */
  static <T> T onAll(
      Ranks ranks, RankOptions options, Shown shown, Task task, RankedCommand<T> work) {
    return ranks.run(
        options,
        comm -> {
          task.requireSame(shown.report.quiet(), comm);
          if (!shown.report.quiet()) {
            ranks.warnOfIdleCores(comm);
          }
          ProgressListener first = comm.rank() == 0 ? shown.progress : (stage, fraction) -> {};
          return CoreShare.use(
              task.computer,
              comm,
              own ->
                  RankLog.around(
                      shown.report.logs(), comm, first, progress -> work.run(comm, own, progress)));
        });
  }
}
