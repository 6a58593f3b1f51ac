package org.jzfof.bench;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.progress.StageClock;
import org.jzfof.progress.StageTiming;

/**
 * The results of repeated runs of the same work.
 *
 * @param last result of the last run
 * @param stages statistics of each stage, followed by the total
 */
record RepeatedRuns<T>(T last, List<StageStatistics> stages) {
  /** The repeated work. */
  @FunctionalInterface
  interface Work<T> {
    /**
     * @param last whether this is the last run, whose result is kept
     */
    T run(StageClock clock, boolean last);
  }

  /**
   * Runs the work; all ranks call it together.
   *
   * @param memory device memory whose peak is recorded
   * @param warmup number of runs before the measured ones
   * @param repeat number of measured runs, at least 1
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

  /** Statistics of the stages, without the total, as parts of a longer stage. */
  List<StageStatistics> parts(String whole) {
    return stages.subList(0, stages.size() - 1).stream()
        .map(part -> part.withPrefix(whole + ":"))
        .toList();
  }
}
