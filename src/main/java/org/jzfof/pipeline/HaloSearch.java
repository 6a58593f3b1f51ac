package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jzfof.config.RunOptions;
import org.jzfof.progress.ProgressListener;

/** The complete search of {@code jzfof run}: from a snapshot to a catalogue file. */
@FunctionalInterface
public interface HaloSearch {
  /**
   * Finds the haloes and, unless it is a dry run, writes the catalogue.
   *
   * @throws org.jzfof.error.JzfofException if the snapshot, the output, the device or the memory is
   *     unsuitable
   */
  HaloReport find(RunOptions options, ProgressListener progress);

  /**
   * Starts a series of searches in several snapshots, by default one after another.
   *
   * @param runs options of each run, which differ only in the snapshot
   */
  default HaloSeries series(List<RunOptions> runs) {
    return new HaloSeries() {
      @Override
      public Result find(int run, ProgressListener progress) {
        HaloReport report = HaloSearch.this.find(runs.get(run), progress);
        return new Result(
            report, CompletableFuture.completedFuture(HaloSeries.WriteOutcome.NOTHING));
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
