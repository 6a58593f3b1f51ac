package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jzfof.backend.RankDevice;
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
    return StageTiming.measure(name, comm, stage, stages::add);
  }

  /** Opens the device; every rank calls it. */
  RankDevice open(RankDevice.Opener opener, Computer computer) {
    return time("open device", () -> opener.open(computer, comm));
  }

  /** The stages so far. */
  List<StageTiming> stages() {
    return List.copyOf(stages);
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
    return RankDevice.use(
        (of, with) -> open(opener, of), computer, comm, device -> work.apply(device, stages()));
  }
}
