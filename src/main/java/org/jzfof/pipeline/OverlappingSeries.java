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
 * A series that reads the next snapshots and writes the last catalogue while the current snapshot
 * is computed. The device stays open.
 */
final class OverlappingSeries implements HaloSeries {
  private final HaloFinder finder;
  private final Communicator comm;
  private final List<RunOptions> runs;
  private final ReadAhead readAhead;
  private final WriteBehind writeBehind;
  private RankDevice device;

  OverlappingSeries(HaloFinder finder, Communicator comm, List<RunOptions> runs) {
    this.finder = finder;
    this.comm = comm;
    this.runs = runs;
    this.readAhead =
        new ReadAhead(runs, comm, Runtime.getRuntime().maxMemory() / NodeRanks.inThisProcess(comm));
    this.writeBehind = new WriteBehind(comm);
  }

  @Override
  public Result find(int run, ProgressListener progress) {
    if (device == null) {
      device = finder.openDevice(runs.get(run));
    }
    OverlapOfRun overlap = new OverlapOfRun(run);
    RunOptions options = runs.get(run);
    HaloReport report =
        finder.find(
            options,
            progress,
            device,
            overlap,
            () -> SnapshotParticles.of(readAhead.take(run), options.groups().particles(), comm));
    return new Result(report, overlap.written);
  }

  /** The reading and writing in parallel with one run. */
  private final class OverlapOfRun implements RunOverlap {
    private final int run;
    private CompletableFuture<WriteOutcome> written =
        CompletableFuture.completedFuture(WriteOutcome.NOTHING);

    OverlapOfRun(int run) {
      this.run = run;
    }

    @Override
    public void loading(long heapBytes) {
      readAhead.start(run + 1, heapBytes + writeBehind.heapBytes());
    }

    @Override
    public void loaded(long heapBytes) {
      readAhead.reduceRunMemory(heapBytes + writeBehind.heapBytes());
    }

    /** Does nothing: the device continues with the next run. */
    @Override
    public void computed() {}

    @Override
    public List<String> write(
        GroupCatalogue groups, Function<GroupCatalogue, List<String>> writer) {
      writeBehind.write(groups, writer);
      written = writeBehind.last();
      return List.of();
    }
  }

  /** Closes the device, which also releases the arrays of a failed run. */
  @Override
  public void recover() {
    finish();
  }

  @Override
  public void finish() {
    long[] missing = {device == null ? 1 : 0}; // a rank may have failed to open the device
    comm.sum(missing);
    if (device != null) {
      try (RankDevice closing = device) {
        device = null;
        if (missing[0] == 0) {
          closing.finish();
        }
      }
    }
  }

  @Override
  public void close() {
    Cleanup.all(this::closeDevice, readAhead::close, writeBehind::close);
  }

  private void closeDevice() {
    if (device != null) {
      device.close();
    }
  }
}
