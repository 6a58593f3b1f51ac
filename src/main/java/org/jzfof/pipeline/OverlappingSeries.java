package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.RunOptions;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.progress.ProgressListener;
import org.jzfof.snapshot.particles.SnapshotParticles;

/**
 * Reads the next snapshots and writes the last catalogue while the current snapshot is computed.
 * The device stays open.
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
      device = finder.openDevice(runs.get(run));
    }
    BesideRun beside = new BesideRun(run);
    RunOptions options = runs.get(run);
    HaloReport report =
        finder.find(
            options,
            progress,
            device,
            beside,
            () -> SnapshotParticles.of(ahead.take(run), options.groups().particles(), comm));
    return new Result(report, beside.written);
  }

  /** Reads and writes beside one run. */
  private final class BesideRun implements RunOverlap {
    private final int run;
    private CompletableFuture<Written> written = CompletableFuture.completedFuture(Written.NOTHING);

    BesideRun(int run) {
      this.run = run;
    }

    @Override
    public void loading(long heapBytes) {
      ahead.start(run + 1, heapBytes + behind.heapBytes());
    }

    @Override
    public void loaded(long heapBytes) {
      ahead.freed(heapBytes + behind.heapBytes());
    }

    /** The device goes on with the next run. */
    @Override
    public void computed() {}

    @Override
    public List<String> write(
        GroupCatalogue groups, Function<GroupCatalogue, List<String>> writing) {
      behind.write(groups, writing);
      written = behind.last();
      return List.of();
    }
  }

  /** Closes the device, and with it what a failed run has left there. */
  @Override
  public void recover() {
    finish();
  }

  @Override
  public void finish() {
    long[] without = {device == null ? 1 : 0}; // a rank may have failed to open it
    comm.sum(without);
    if (device != null) {
      try (RankDevice used = device) {
        device = null;
        if (without[0] == 0) {
          used.finish();
        }
      }
    }
  }

  @Override
  public void close() {
    Cleanup.all(this::closeDevice, ahead::close, behind::close);
  }

  private void closeDevice() {
    if (device != null) {
      device.close();
    }
  }
}
