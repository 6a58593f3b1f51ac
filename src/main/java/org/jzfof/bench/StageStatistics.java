package org.jzfof.bench;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * One stage over the repeats of a benchmark.
 *
 * @param name of the stage; {@link #TOTAL} for all of them together
 * @param medianSeconds median wall time
 * @param minSeconds shortest wall time
 * @param peakBytes most device memory in use, over the repeats
 */
public record StageStatistics(
    String name, double medianSeconds, double minSeconds, long peakBytes) {
  /** Name of the line for all stages together. */
  public static final String TOTAL = "total";

  /**
   * @param runs stages of each repeat, the same in all of them
   * @return statistics per stage, and of the total
   */
  public static List<StageStatistics> of(List<List<StageTiming>> runs) {
    List<StageStatistics> result = new ArrayList<>();
    int stages = runs.get(0).size();
    for (int s = 0; s < stages; s++) {
      int stage = s;
      String name = runs.get(0).get(s).name();
      result.add(
          of(
              name,
              runs.stream().mapToDouble(r -> r.get(stage).seconds()).toArray(),
              runs.stream().mapToLong(r -> r.get(stage).peakBytes()).max().orElse(0)));
    }
    double[] totals =
        runs.stream()
            .mapToDouble(r -> r.stream().mapToDouble(StageTiming::seconds).sum())
            .toArray();
    long peak = result.stream().mapToLong(StageStatistics::peakBytes).max().orElse(0);
    result.add(of(TOTAL, totals, peak));
    return result;
  }

  /** The same with the name of what it is a stage of in front. */
  public StageStatistics under(String whole) {
    return new StageStatistics(whole + " " + name, medianSeconds, minSeconds, peakBytes);
  }

  private static StageStatistics of(String name, double[] seconds, long peak) {
    Spread spread = Spread.of(seconds);
    return new StageStatistics(name, spread.median(), spread.min(), peak);
  }
}
