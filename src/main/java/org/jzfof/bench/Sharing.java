package org.jzfof.bench;

import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.progress.StageTiming;

/**
 * How the ranks share a search.
 *
 * @param bytesSent bytes that the ranks sent to each other in a complete run
 * @param bytesSentSearching bytes of the search stage, after the redistribution and indexing of the
 *     points
 * @param imbalance largest number of rows of a rank over the mean; 1 for even shares, NaN without
 *     rows
 */
public record Sharing(long bytesSent, long bytesSentSearching, double imbalance) {
  /** A search on a single rank. */
  static final Sharing NONE = new Sharing(0, 0, 1);

  /**
   * Adds up the bytes of the stages of a run; every rank calls it.
   *
   * @param rows number of rows of this rank
   */
  static Sharing of(List<StageTiming> stagesOfThisRank, long rows, Communicator comm) {
    List<StageTiming> stages = StageTiming.ofAllRanks(stagesOfThisRank, comm);
    long[] sum = {rows};
    double[] largest = {rows};
    comm.sum(sum);
    comm.max(largest);
    return new Sharing(
        stages.stream().mapToLong(StageTiming::bytesSent).sum(),
        stages.stream()
            .filter(stage -> stage.name().equals("search"))
            .mapToLong(StageTiming::bytesSent)
            .sum(),
        largest[0] * comm.size() / sum[0]);
  }
}
