package org.jzfof.cli.serve;

import java.util.List;
import java.util.function.Function;
import org.jzfof.backend.RankDevice;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.cli.ranks.RankedCommand;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.progress.ProgressListener;

/**
 * Runs searches on the ranks of this process. The device of a single rank stays open between
 * searches, with the memory that it reuses; a failed search closes it, which releases its arrays.
 */
final class Searcher implements AutoCloseable {
  private final Ranks ranks;
  private final RankOptions rankOptions;
  private final Computer computer;
  private final ProgressListener progress;
  private RankDevice device; // null until it is used
  private List<String> warnings = List.of();

  Searcher(Ranks ranks, RankOptions rankOptions, Computer computer, ProgressListener progress) {
    this.ranks = ranks;
    this.rankOptions = rankOptions;
    this.computer = computer;
    this.progress = progress;
  }

  /**
   * Runs a search on all ranks.
   *
   * @return the result of rank 0
   */
  <T> T search(Function<SearchRun, T> search) {
    return RankedCommand.runOnAllRanks(
        ranks,
        rankOptions,
        new RankedCommand.Reporting(new ReportOptions(), progress),
        RankedCommand.Task.of("serve", List.of(), computer),
        (comm, local, listener) ->
            use(local, comm, opened -> search(SearchRun.on(opened, comm, listener), search)));
  }

  private <T> T search(SearchRun run, Function<SearchRun, T> search) {
    T result = search.apply(run);
    run.clock().stages(); // ends their measurement
    if (run.comm().rank() == 0) {
      warnings = run.warnings();
    }
    return result;
  }

  private <T> T use(Computer local, Communicator comm, Function<RankDevice, T> work) {
    if (comm.size() > 1) {
      return RankDevice.use(RankDevice::open, local, comm, work);
    }
    if (device == null) {
      device = RankDevice.open(local, comm);
    }
    try {
      return work.apply(device);
    } catch (RuntimeException | Error e) {
      RankDevice failed = device;
      device = null;
      try (failed) {
        throw e;
      }
    }
  }

  /** Warnings of the last search, which are forgotten. */
  List<String> warnings() {
    List<String> last = warnings;
    warnings = List.of();
    return last;
  }

  @Override
  public void close() {
    if (device != null) {
      device.close();
    }
  }
}
