package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jzfof.backend.choice.RankDevice;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.progress.StageTiming;

/**
 * Opens the device of a run that is the only one of its process, and times the stages before that.
 * The driver starts in the background, so the later the device is requested, the shorter the wait.
 */
public final class StartOfRun {
  private final Communicator comm;
  private final List<StageTiming> stages = new ArrayList<>();

  /** Counts the time of the process so far as a stage. */
  public StartOfRun(Communicator comm) {
    this.comm = comm;
    stages.add(StageTiming.of("start", ProcessAge.seconds()));
  }

  /** Runs a stage that needs no device. */
  <T> T time(String name, Supplier<T> stage) {
    long start = System.nanoTime();
    long bytes = comm.bytesSent();
    long messages = comm.messagesSent();
    T result = stage.get();
    stages.add(
        new StageTiming(
            name,
            1e-9 * (System.nanoTime() - start),
            0,
            comm.bytesSent() - bytes,
            comm.messagesSent() - messages));
    return result;
  }

  /**
   * Does the work with a device; every rank calls it.
   *
   * @param work gets the device, and the stages that there were before
   */
  public <T> T use(
      RankDevice.Opener opener,
      Computer computer,
      BiFunction<RankDevice, List<StageTiming>, T> work) {
    RankDevice.Opener timed = (of, with) -> time("open device", () -> opener.open(of, with));
    return RankDevice.use(timed, computer, comm, device -> work.apply(device, List.copyOf(stages)));
  }
}
