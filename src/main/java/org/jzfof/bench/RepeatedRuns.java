package org.jzfof.bench;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.progress.StageClock;
import org.jzfof.progress.StageTiming;

/**
 * The same work again and again.
 *
 * @param last result of the last run
 * @param stages statistics per stage, the total last
 * @param <T> result of a run
 */
record RepeatedRuns<T>(T last, List<StageStatistics> stages) {
  /** What is done again and again. */
  @FunctionalInterface
  interface Work<T> {
    /**
     * @param clock for the stages
     * @param last whether its result is the one that is kept
     */
    T run(StageClock clock, boolean last);
  }

  /**
   * Runs the work; all ranks call it together.
   *
   * @param memory whose use is recorded
   * @param warmup runs that are not counted
   * @param repeat runs that are counted, at least 1
   * @param work one run, which times its stages
   */
  static <T> RepeatedRuns<T> of(
      DeviceMemory memory, Communicator comm, int warmup, int repeat, Work<T> work) {
    List<List<StageTiming>> runs = new ArrayList<>();
    T last = null;
    for (int r = -warmup; r < repeat; r++) {
      StageClock clock = new StageClock(memory, comm, stage -> {});
      last = work.run(clock, r == repeat - 1);
      if (r >= 0) {
        runs.add(StageTiming.ofAllRanks(clock.stages(), comm));
      }
    }
    return new RepeatedRuns<>(last, StageStatistics.of(runs));
  }
}
