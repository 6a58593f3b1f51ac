package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.Optional;
import org.jzfof.progress.ProgressListener;

/**
 * Work that follows the catalogues of a batch when they are complete, such as links between them.
 * Every rank has a listener, which receives the same calls and does the same work.
 */
public interface CatalogueListener {
  /** One piece of work. */
  interface Task {
    /** Does it; every rank calls it. */
    void perform(ProgressListener progress);

    /** The work has failed, on one or all ranks; rank 0 only. */
    void failed(Throwable failure);
  }

  /**
   * The catalogue of a run is complete; not called for runs that fail.
   *
   * @param run its number
   * @param catalogue its first file, or null after a dry run
   */
  void complete(int run, Path catalogue);

  /** All runs have been tried. */
  void ended();

  /** Takes the next piece of work; empty where there is none yet. */
  Optional<Task> next();

  /** Nothing follows. */
  static CatalogueListener none() {
    return new CatalogueListener() {
      @Override
      public void complete(int run, Path catalogue) {}

      @Override
      public void ended() {}

      @Override
      public Optional<Task> next() {
        return Optional.empty();
      }
    };
  }
}
