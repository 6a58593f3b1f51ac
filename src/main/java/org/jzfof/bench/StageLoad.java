package org.jzfof.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jzfof.comm.CountingTransport.Traffic;

/**
 * Messages and memory of the ranks in one stage.
 *
 * @param name of the stage
 * @param ranks what each rank sent and held
 */
public record StageLoad(String name, List<OfRank> ranks) {
  /**
   * What a stage asked of one rank.
   *
   * @param traffic what it sent
   * @param arrayBytes most bytes that it held in device arrays
   */
  public record OfRank(Traffic traffic, long arrayBytes) {}

  /** A stage of one rank. */
  record OneStage(String name, OfRank load) {}

  /**
   * @param ranks the stages of each rank, the same of all
   */
  static List<StageLoad> of(List<List<OneStage>> ranks) {
    List<StageLoad> stages = new ArrayList<>();
    for (int s = 0; s < ranks.get(0).size(); s++) {
      int stage = s;
      stages.add(
          new StageLoad(
              ranks.get(0).get(s).name, ranks.stream().map(rank -> rank.get(stage).load).toList()));
    }
    return stages;
  }

  /** The mean over the ranks. */
  public double mean(ToLongFunction<OfRank> number) {
    return ranks.stream().mapToLong(number).average().orElseThrow();
  }

  /** That of the rank with most. */
  public long most(ToLongFunction<OfRank> number) {
    return ranks.stream().mapToLong(number).max().orElseThrow();
  }
}
