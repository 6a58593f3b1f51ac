package org.jzfof.bench;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * The statistics of one stage over the runs of a benchmark.
 *
 * @param name name of the stage; {@link #TOTAL} for the sum of all stages
 * @param peakBytes peak of the device memory over all runs
 */
public record StageStatistics(
    String name, double medianSeconds, double minSeconds, long peakBytes) {
  /** Name of the statistics of all stages together. */
  public static final String TOTAL = "total";

  /**
   * @param runs stages of each run; all runs have the same stages
   * @return statistics of each stage, followed by the total
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

  /** Returns the same statistics with a prefix before the name. */
  public StageStatistics withPrefix(String prefix) {
    return new StageStatistics(prefix + " " + name, medianSeconds, minSeconds, peakBytes);
  }

  private static StageStatistics of(String name, double[] seconds, long peak) {
    Spread spread = Spread.of(seconds);
    return new StageStatistics(name, spread.median(), spread.min(), peak);
  }
}
