package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;

/**
 * What one stage of a run took.
 *
 * @param name of the stage
 * @param seconds wall time
 * @param peakBytes most device memory in use during the stage
 * @param bytesSent bytes sent to other ranks
 * @param messages messages that these were sent in
 */
public record StageTiming(
    String name, double seconds, long peakBytes, long bytesSent, long messages) {

  /** All stages together, one after the other. */
  public static StageTiming total(List<StageTiming> stages) {
    double seconds = 0;
    long peak = 0;
    long bytes = 0;
    long messages = 0;
    for (StageTiming stage : stages) {
      seconds += stage.seconds;
      peak = Math.max(peak, stage.peakBytes);
      bytes += stage.bytesSent;
      messages += stage.messages;
    }
    return new StageTiming("total", seconds, peak, bytes, messages);
  }

  /**
   * Stages of all ranks, which call this together: the longest time and the highest peak of any
   * rank, and what all of them sent.
   *
   * @param stages of this rank, the same names on every rank
   */
  public static List<StageTiming> ofAllRanks(List<StageTiming> stages, Communicator comm) {
    double[] highest = new double[2 * stages.size()];
    long[] sums = new long[2 * stages.size()];
    for (int i = 0; i < stages.size(); i++) {
      highest[2 * i] = stages.get(i).seconds;
      highest[2 * i + 1] = stages.get(i).peakBytes; // exact up to 2^53
      sums[2 * i] = stages.get(i).bytesSent;
      sums[2 * i + 1] = stages.get(i).messages;
    }
    comm.max(highest);
    comm.sum(sums);
    List<StageTiming> all = new ArrayList<>();
    for (int i = 0; i < stages.size(); i++) {
      all.add(
          new StageTiming(
              stages.get(i).name,
              highest[2 * i],
              (long) highest[2 * i + 1],
              sums[2 * i],
              sums[2 * i + 1]));
    }
    return all;
  }
}
