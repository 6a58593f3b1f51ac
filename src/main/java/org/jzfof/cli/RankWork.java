package org.jzfof.cli;

import java.nio.file.Path;
import java.util.function.BiFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.config.RunOptions;
import org.jzfof.pipeline.ProgressListener;

/**
 * What the ranks of a run do apart from the run.
 *
 * @param ranks that share the work
 * @param options how many there are
 * @param logs folder for a log of each rank, or null
 * @param quiet whether to print nothing but errors
 */
record RankWork(Ranks ranks, RankOptions options, Path logs, boolean quiet) {

  /**
   * Does work on all ranks.
   *
   * @param shown is told of the progress of rank 0
   * @param work on one rank; tells its progress
   * @return what it returns on rank 0, or, of several processes, on the rank of this one
   */
  <T> T run(ProgressListener shown, BiFunction<Communicator, ProgressListener, T> work) {
    return ranks.run(
        options,
        comm -> {
          if (!quiet) {
            ranks.warnOfIdleCores(comm);
          }
          ProgressListener first = comm.rank() == 0 ? shown : (stage, fraction) -> {};
          return RankLog.around(logs, comm, first, progress -> work.apply(comm, progress));
        });
  }

  /** Threads for this rank, where none were asked for; all ranks call it together. */
  static int threads(RunOptions asked, Communicator comm) {
    return comm.size() > 1 && asked.threads() == 0 ? CoreShare.of(comm) : asked.threads();
  }
}
