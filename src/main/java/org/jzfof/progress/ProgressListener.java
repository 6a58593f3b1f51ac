package org.jzfof.progress;

/** Receives the progress of a run. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * @param stage name of the stage at work, as in its {@link StageTiming}
   * @param fraction part of the whole run that is done, 0 to 1
   */
  void at(String stage, double fraction);
}
