package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jzfof.progress.ProgressListener;

/** Searches in several snapshots, one after another; parts of successive searches may overlap. */
public interface HaloSeries extends AutoCloseable {
  /**
   * The result of a search, available possibly before its catalogue is on the disk.
   *
   * @param written completes when the catalogue is written; already complete on ranks that do not
   *     write
   */
  record Result(HaloReport report, CompletableFuture<WriteOutcome> written) {}

  /**
   * The outcome of writing a catalogue.
   *
   * @param warnings complete sentences for the user about the files
   */
  record WriteOutcome(double seconds, List<String> warnings) {
    static final WriteOutcome NOTHING = new WriteOutcome(0, List.of());
  }

  /**
   * Searches the next snapshot; every rank calls it. When it returns, the catalogues of earlier
   * snapshots are complete or have failed.
   *
   * @param run number of the snapshot in the series, higher than in all earlier calls
   */
  Result find(int run, ProgressListener progress);

  /** Discards the remains of a failed search, so that the next can start; every rank calls it. */
  void recover();

  /** Closes shared resources after all searches; every rank calls it. */
  void finish();

  /** Closes all resources without communication; the writing of a catalogue is completed. */
  @Override
  void close();
}
