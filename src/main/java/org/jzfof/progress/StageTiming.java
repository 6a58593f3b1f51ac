package org.jzfof.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jzfof.comm.Communicator;

/**
 * Time and resources used by one stage of a run.
 *
 * @param seconds wall time
 * @param peakBytes maximum device memory in use during the stage
 * @param bytesSent bytes sent to other ranks
 * @param messages number of messages that carried these bytes
 */
public record StageTiming(
    String name, double seconds, long peakBytes, long bytesSent, long messages) {

  /** A stage in which no device was used and nothing was sent. */
  public static StageTiming of(String name, double seconds) {
    return new StageTiming(name, seconds, 0, 0, 0);
  }

  /**
   * Runs a stage that uses no device.
   *
   * @param done consumer that receives the timing of the stage
   */
  public static <T> T measure(
      String name, Communicator comm, Supplier<T> stage, Consumer<StageTiming> done) {
    long start = System.nanoTime();
    long bytes = comm.bytesSent();
    long messages = comm.messagesSent();
    T result = stage.get();
    done.accept(
        new StageTiming(
            name,
            1e-9 * (System.nanoTime() - start),
            0,
            comm.bytesSent() - bytes,
            comm.messagesSent() - messages));
    return result;
  }

  /** All stages together, one after the other. */
  public static StageTiming total(List<StageTiming> stages) {
    StageTiming total = of("total", 0);
    for (StageTiming stage : stages) {
      total = total.plus(stage);
    }
    return total;
  }

  /** This stage, and another after it. */
  StageTiming plus(StageTiming next) {
    return new StageTiming(
        name,
        seconds + next.seconds,
        Math.max(peakBytes, next.peakBytes),
        bytesSent + next.bytesSent,
        messages + next.messages);
  }

  /**
   * Stages of all ranks, which call this together: the mean time, the highest peak of any rank, and
   * what all of them sent. Mean times add up to the time of the run; longest ones would count twice
   * what a rank waits for another.
   *
   * @param stages stages of this rank; the names are the same on every rank
   */
  public static List<StageTiming> ofAllRanks(List<StageTiming> stages, Communicator comm) {
    double[] peaks = stages.stream().mapToDouble(StageTiming::peakBytes).toArray(); // below 2^53
    long[] sums = new long[3 * stages.size()];
    for (int i = 0; i < stages.size(); i++) {
      sums[3 * i] = Math.round(1e9 * stages.get(i).seconds);
      sums[3 * i + 1] = stages.get(i).bytesSent;
      sums[3 * i + 2] = stages.get(i).messages;
    }
    comm.max(peaks);
    comm.sum(sums);
    List<StageTiming> all = new ArrayList<>();
    for (int i = 0; i < stages.size(); i++) {
      double seconds = 1e-9 * sums[3 * i] / comm.size();
      all.add(
          new StageTiming(
              stages.get(i).name, seconds, (long) peaks[i], sums[3 * i + 1], sums[3 * i + 2]));
    }
    return all;
  }
}
