package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.Optional;
import org.jzfof.progress.ProgressListener;

/**
 * Receives the complete catalogues of a batch, and supplies tasks that follow them, such as links
 * between catalogues. Every rank has a listener, which receives the same calls and supplies the
 * same tasks.
 */
public interface CatalogueListener {
  /** One task. */
  interface Task {
    /** Performs the task; every rank calls it. */
    void perform(ProgressListener progress);

    /** Reports that the task has failed, on one or all ranks; rank 0 only. */
    void failed(Throwable failure);
  }

  /**
   * Reports that the catalogue of a run is complete; not called for runs that fail.
   *
   * @param catalogue first file of the catalogue, or null after a dry run
   */
  void complete(int run, Path catalogue);

  /** Reports that all runs have succeeded or failed. */
  void runsEnded();

  /** Removes and returns the next task; empty if none is ready yet. */
  Optional<Task> next();

  /** Returns a listener without any tasks. */
  static CatalogueListener none() {
    return new CatalogueListener() {
      @Override
      public void complete(int run, Path catalogue) {}

      @Override
      public void runsEnded() {}

      @Override
      public Optional<Task> next() {
        return Optional.empty();
      }
    };
  }
}
