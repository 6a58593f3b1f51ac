package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;

/** Times the stages of a run and keeps the device memory that each needed at most. */
public final class StageClock {
  private final DeviceMemory memory;
  private final Communicator comm;
  private final Consumer<String> onStart;
  private final List<StageTiming> stages = new ArrayList<>();

  /**
   * @param memory whose use is recorded
   * @param comm whose traffic is recorded
   * @param onStart is told the name of each stage when it starts
   */
  public StageClock(DeviceMemory memory, Communicator comm, Consumer<String> onStart) {
    this.memory = memory;
    this.comm = comm;
    this.onStart = onStart;
  }

  /** Runs a stage and records it; what runs again under one name is added up. */
  public <T> T time(String name, Supplier<T> stage) {
    onStart.accept(name);
    memory.resetPeak();
    long bytes = comm.bytesSent();
    long messages = comm.messagesSent();
    long start = System.nanoTime();
    T result = stage.get();
    memory.finish();
    add(
        new StageTiming(
            name,
            (System.nanoTime() - start) * 1e-9,
            memory.peak(),
            comm.bytesSent() - bytes,
            comm.messagesSent() - messages));
    return result;
  }

  private void add(StageTiming run) {
    for (int i = 0; i < stages.size(); i++) {
      if (stages.get(i).name().equals(run.name())) {
        stages.set(i, stages.get(i).plus(run));
        return;
      }
    }
    stages.add(run);
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
  public List<StageTiming> stages() {
    return List.copyOf(stages);
  }
}
