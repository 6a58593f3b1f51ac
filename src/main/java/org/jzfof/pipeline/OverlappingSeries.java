package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jzfof.backend.RankDevice;
import org.jzfof.catalogue.GroupCatalogue;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.RunOptions;

/**
 * Reads the next snapshot and writes the last catalogue while the current snapshot is computed. The
 * device stays open.
 */
final class OverlappingSeries implements HaloSeries {
  private final HaloFinder finder;
  private final Communicator comm;
  private final List<RunOptions> runs;
  private final ReadAhead ahead;
  private final WriteBehind behind;
  private RankDevice device;

  OverlappingSeries(HaloFinder finder, Communicator comm, List<RunOptions> runs) {
    this.finder = finder;
    this.comm = comm;
    this.runs = runs;
    this.ahead =
        new ReadAhead(runs, comm, Runtime.getRuntime().maxMemory() / NodeRanks.inThisProcess(comm));
    this.behind = new WriteBehind(comm);
  }

  @Override
  public Result find(int run, ProgressListener progress) {
    if (device == null) {
      device = RankDevice.open(runs.get(run).computer(), comm);
    }
    BesideRun lanes = new BesideRun(run);
    HaloReport report = finder.find(runs.get(run), progress, device, lanes);
    return new Result(report, lanes.written);
  }

  /** The lanes of one run. */
  private final class BesideRun implements Lanes {
    private final int run;
    private CompletableFuture<Written> written = CompletableFuture.completedFuture(Written.NOTHING);

    BesideRun(int run) {
      this.run = run;
    }

    @Override
    public SnapshotParticles open(RunOptions options) {
      return SnapshotParticles.of(ahead.take(run), options.particles(), comm);
    }

    @Override
    public void loaded(long heapBytes) {
      ahead.start(run + 1, heapBytes + behind.heapBytes());
    }

    @Override
    public List<String> write(
        GroupCatalogue groups, Function<GroupCatalogue, List<String>> writing) {
      behind.write(groups, writing);
      written = behind.last();
      return List.of();
    }
  }

  /** What a failed run has left on the device goes with it. */
  @Override
  public void recover() {
    if (device != null) {
      RankDevice failed = device;
      device = null;
      failed.close();
    }
  }

  @Override
  public void close() {
    try (behind;
        ahead) {
      recover();
    }
  }
}
