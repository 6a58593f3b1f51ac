package org.jzfof.cli;

import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.pipeline.ProgressListener;

/** What a command does on each rank, with a progress bar and logs. */
@FunctionalInterface
interface RankWork<T> {
  /**
   * Does the work of one rank.
   *
   * @param comm its connection with the others
   * @param own what it computes on
   * @param progress is told of every stage
   */
  T run(Communicator comm, Computer own, ProgressListener progress);

  /**
   * Runs the work on all ranks.
   *
   * @param computer that was asked for; each rank gets its share of the cores
   * @return what rank 0 returns, or, of several processes, the rank of this one
   */
  static <T> T onAll(
      Ranks ranks, RankOptions options, ReportOptions report, Computer computer, RankWork<T> work) {
    try (ProgressBar bar = ProgressBar.on(ranks.err(), !report.quiet())) {
      return onAll(ranks, options, new Shown(report, bar), computer, work);
    }
  }

  /**
   * How the work shows.
   *
   * @param report what to say
   * @param progress is told of every stage of rank 0
   */
  record Shown(ReportOptions report, ProgressListener progress) {}

  /** As the other, without a progress bar of its own. */
  static <T> T onAll(
      Ranks ranks, RankOptions options, Shown shown, Computer computer, RankWork<T> work) {
    return ranks.run(
        options,
        comm -> {
          if (!shown.report.quiet()) {
            ranks.warnOfIdleCores(comm);
          }
          ProgressListener first = comm.rank() == 0 ? shown.progress : (stage, fraction) -> {};
          Computer own = CoreShare.of(computer, comm);
          return RankLog.around(
              shown.report.logs(), comm, first, progress -> work.run(comm, own, progress));
        });
  }
}
