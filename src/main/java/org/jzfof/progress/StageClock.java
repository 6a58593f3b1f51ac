package org.jzfof.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceEvent;
import org.jzfof.device.DeviceMemory;

/**
 * Measures the times of the stages of a run, and their maximum device memory. A stage begins at the
 * end of the preceding stage, so that the times of all stages add up to the time of the run.
 */
public final class StageClock {
  private final DeviceMemory memory;
  private final Communicator comm;
  private final Consumer<String> onStart;
  private final List<StageTiming> finished = new ArrayList<>();
  private final List<RunningStage> running = new ArrayList<>();
  private DeviceEvent lastEnd;

  /** A stage whose work on the device may not have ended yet. */
  private record RunningStage(
      String name,
      DeviceEvent start,
      DeviceEvent end,
      long peakBytes,
      long bytesSent,
      long messages) {
    StageTiming timing() {
      return new StageTiming(name, end.secondsSince(start), peakBytes, bytesSent, messages);
    }
  }

  /**
   * @param memory device memory whose use is recorded
   * @param comm communicator whose traffic is recorded
   * @param onStart consumer that receives the name of each stage when it starts
   */
  public StageClock(DeviceMemory memory, Communicator comm, Consumer<String> onStart) {
    this.memory = memory;
    this.comm = comm;
    this.onStart = onStart;
  }

  /** Runs a stage and records it; times of stages with the same name are added. */
  public <T> T time(String name, Supplier<T> stage) {
    Runnable end = begin(name);
    T result = stage.get();
    end.run();
    return result;
  }

  /** Begins a stage whose end another method determines; the returned task ends the stage. */
  public Runnable begin(String name) {
    onStart.accept(name);
    memory.resetPeak();
    long bytes = comm.bytesSent();
    long messages = comm.messagesSent();
    DeviceEvent start = lastEnd == null ? memory.mark() : lastEnd;
    lastEnd = null;
    return () -> {
      lastEnd = memory.mark();
      running.add(
          new RunningStage(
              name,
              start,
              lastEnd,
              memory.peak(),
              comm.bytesSent() - bytes,
              comm.messagesSent() - messages));
    };
  }

  /**
   * Runs a stage that does not use the device, and records it. This method first waits for all
   * preceding stages, because the device may be closed before the stage ends.
   */
  public <T> T timeOnHost(String name, Supplier<T> stage) {
    onStart.accept(name);
    stages();
    return StageTiming.measure(name, comm, stage, this::add);
  }

  /** Records a stage that was measured without this clock, or adds to a recorded stage. */
  public void add(StageTiming run) {
    for (int i = 0; i < finished.size(); i++) {
      if (finished.get(i).name().equals(run.name())) {
        finished.set(i, finished.get(i).plus(run));
        return;
      }
    }
    finished.add(run);
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

  /** Waits for the end of all stages so far, and returns them in order. */
  public List<StageTiming> stages() {
    running.forEach(stage -> add(stage.timing()));
    running.stream().flatMap(s -> Stream.of(s.start, s.end)).distinct().forEach(DeviceEvent::close);
    running.clear();
    lastEnd = null;
    return List.copyOf(finished);
  }
}
