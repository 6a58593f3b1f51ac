package org.jzfof.progress;

/** Receives the progress of a run. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * Receives the current stage and the completed fraction.
   *
   * @param stage name of the current stage, as in its {@link StageTiming}
   * @param fraction completed fraction of the run, 0 to 1
   */
  void at(String stage, double fraction);
}
