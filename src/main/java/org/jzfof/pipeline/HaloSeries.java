package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jzfof.progress.ProgressListener;

/** Searches in several snapshots, one after the other; parts of them may overlap. */
public interface HaloSeries extends AutoCloseable {
  /**
   * The result of a search, perhaps before its catalogue is on the disk.
   *
   * @param report what the run did
   * @param written completes when the catalogue is written; on ranks that do not write it is
   *     complete
   */
  record Result(HaloReport report, CompletableFuture<Written> written) {}

  /**
   * The outcome of writing a catalogue.
   *
   * @param seconds that it took
   * @param warnings what the user should know about the files, complete sentences
   */
  record Written(double seconds, List<String> warnings) {
    static final Written NOTHING = new Written(0, List.of());
  }

  /**
   * Searches the next snapshot; every rank calls it. Catalogues of earlier ones are complete, or
   * have failed, when it returns.
   *
   * @param run number of the snapshot in the series, higher than all before
   * @param progress receives every stage
   */
  Result find(int run, ProgressListener progress);

  /** Discards what a failed search left, so that the next can start; every rank calls it. */
  void recover();

  /** Closes shared resources when all searches are done; every rank calls it. */
  void finish();

  /** Closes all resources without communication; a catalogue being written is completed. */
  @Override
  void close();
}
