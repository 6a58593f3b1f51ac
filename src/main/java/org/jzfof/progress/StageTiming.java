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
 * @param messages number of messages that carried these bytes
 */
public record StageTiming(
    String name, double seconds, long peakBytes, long bytesSent, long messages) {

  /** The timing of a stage without device memory and messages. */
  public static StageTiming of(String name, double seconds) {
    return new StageTiming(name, seconds, 0, 0, 0);
  }

  /**
   * Runs and measures a stage that uses no device.
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

  /** The total of successive stages. */
  public static StageTiming total(List<StageTiming> stages) {
    StageTiming total = of("total", 0);
    for (StageTiming stage : stages) {
      total = total.plus(stage);
    }
    return total;
  }

  /** The sum of this stage and a later one, under the name of this stage. */
  StageTiming plus(StageTiming next) {
    return new StageTiming(
        name,
        seconds + next.seconds,
        Math.max(peakBytes, next.peakBytes),
        bytesSent + next.bytesSent,
        messages + next.messages);
  }

  /**
   * Combines the stages of all ranks; every rank calls this method. The result has the mean time,
   * the maximum peak, and the sums of bytes and messages. Mean times add up to the time of the run;
   * maximum times would count the waiting of ranks for each other twice.
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
