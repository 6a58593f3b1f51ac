package org.jzfof.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jzfof.comm.CountingTransport.Traffic;

/** Messages and memory of the ranks in one stage. */
public record StageLoad(String name, List<RankLoad> ranks) {
  /**
   * The load of one rank in a stage.
   *
   * @param arrayBytes peak number of bytes in device arrays
   */
  public record RankLoad(Traffic traffic, long arrayBytes) {}

  /** A stage of one rank. */
  record StageOfRank(String name, RankLoad load) {}

  /**
   * @param ranks stages of each rank; all ranks have the same stages
   */
  static List<StageLoad> of(List<List<StageOfRank>> ranks) {
    List<StageLoad> stages = new ArrayList<>();
    for (int s = 0; s < ranks.get(0).size(); s++) {
      int stage = s;
      stages.add(
          new StageLoad(
              ranks.get(0).get(s).name, ranks.stream().map(rank -> rank.get(stage).load).toList()));
    }
    return stages;
  }

  /** Returns the mean over the ranks. */
  public double mean(ToLongFunction<RankLoad> number) {
    return ranks.stream().mapToLong(number).average().orElseThrow();
  }

  /** Returns the maximum over the ranks. */
  public long maximum(ToLongFunction<RankLoad> number) {
    return ranks.stream().mapToLong(number).max().orElseThrow();
  }
}
