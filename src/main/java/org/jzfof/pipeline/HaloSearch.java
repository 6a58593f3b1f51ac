package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jzfof.config.RunOptions;
import org.jzfof.progress.ProgressListener;

/** The whole of {@code jzfof run}: from a snapshot to a catalogue file. */
@FunctionalInterface
public interface HaloSearch {
  /**
   * Finds the haloes and, unless it is a dry run, writes the catalogue.
   *
   * @param progress receives every stage
   * @throws org.jzfof.error.JzfofException if the snapshot, the output, the device or the memory
   *     will not do
   */
  HaloReport find(RunOptions options, ProgressListener progress);

  /**
   * Searches several snapshots, by default one after another.
   *
   * @param runs what to do, the same but for the snapshot
   */
  default HaloSeries series(List<RunOptions> runs) {
    return new HaloSeries() {
      @Override
      public Result find(int run, ProgressListener progress) {
        HaloReport report = HaloSearch.this.find(runs.get(run), progress);
        return new Result(report, CompletableFuture.completedFuture(HaloSeries.Written.NOTHING));
      }

      @Override
      public void recover() {}

      @Override
      public void finish() {}

      @Override
      public void close() {}
    };
  }
}
