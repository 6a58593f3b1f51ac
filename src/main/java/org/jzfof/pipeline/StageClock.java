package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jzfof.device.DeviceMemory;

/** Times the stages of a run and keeps the device memory that each needed at most. */
public final class StageClock {
  private final DeviceMemory memory;
  private final List<Stage> stages = new ArrayList<>();

  /**
   * One finished stage.
   *
   * @param name of the stage
   * @param seconds wall time
   * @param peakBytes most device memory in use during the stage
   */
  public record Stage(String name, double seconds, long peakBytes) {}

  /**
   * @param memory whose use is recorded
   */
  public StageClock(DeviceMemory memory) {
    this.memory = memory;
  }

  /** Runs a stage and records it. */
  public <T> T time(String name, Supplier<T> stage) {
    memory.resetPeak();
    long start = System.nanoTime();
    T result = stage.get();
    stages.add(new Stage(name, (System.nanoTime() - start) * 1e-9, memory.peak()));
    return result;
  }

  /** Runs a stage without a result and records it. */
  public void run(String name, Runnable stage) {
    time(
        name,
        () -> {
          stage.run();
          return null;
        });
  }

  /** The finished stages in order. */
  public List<Stage> stages() {
    return List.copyOf(stages);
  }

  /** Seconds of all stages. */
  public double totalSeconds() {
    return stages.stream().mapToDouble(Stage::seconds).sum();
  }

  /** Most device memory in use during any stage. */
  public long peakBytes() {
    return stages.stream().mapToLong(Stage::peakBytes).max().orElse(0);
  }
}
