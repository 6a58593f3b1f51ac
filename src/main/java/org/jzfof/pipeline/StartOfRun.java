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
 * Opens the device of a run that is the only one of its process, and times the earlier stages. The
 * driver starts in the background, so that a later request for the device waits less.
 */
public final class StartOfRun {
  private final Communicator comm;
  private final List<StageTiming> stages = new ArrayList<>();

  /** Creates the object, and counts the age of the process as the first stage. */
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

  /** Returns the stages so far. */
  List<StageTiming> stages() {
    return List.copyOf(stages);
  }

  /**
   * Performs a task with a device; every rank calls it.
   *
   * @param work task that receives the device and the earlier stages
   */
  public <T> T use(
      RankDevice.Opener opener,
      Computer computer,
      BiFunction<RankDevice, List<StageTiming>, T> work) {
    return RankDevice.use(
        (requested, ranks) -> open(opener, requested),
        computer,
        comm,
        device -> work.apply(device, stages()));
  }
}
