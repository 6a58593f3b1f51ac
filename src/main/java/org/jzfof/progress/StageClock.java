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
 * Times the stages of a run and keeps the device memory that each needed at most. A stage begins
 * where the one before ended, so that the times of all add up to that of the run.
 */
public final class StageClock {
  private final DeviceMemory memory;
  private final Communicator comm;
  private final Consumer<String> onStart;
  private final List<StageTiming> finished = new ArrayList<>();
  private final List<Running> running = new ArrayList<>();
  private DeviceEvent lastEnd;

  /** A stage whose work may still be under way on the device. */
  private record Running(
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

  /** Runs a stage and records it; times under one name are added up. */
  public <T> T time(String name, Supplier<T> stage) {
    Runnable end = begin(name);
    T result = stage.get();
    end.run();
    return result;
  }

  /** Begins a stage that ends where another method returns; what is returned ends it. */
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
          new Running(
              name,
              start,
              lastEnd,
              memory.peak(),
              comm.bytesSent() - bytes,
              comm.messagesSent() - messages));
    };
  }

  /**
   * Runs a stage that does not use the device, which may be gone when it ends, and records it;
   * those before it are waited for.
   */
  public <T> T timeOnHost(String name, Supplier<T> stage) {
    onStart.accept(name);
    stages();
    return StageTiming.measure(name, comm, stage, this::add);
  }

  /** Records a stage that was over before this clock could be made, or more of one. */
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

  /** The stages so far, in order; waits until their work is done. */
  public List<StageTiming> stages() {
    running.forEach(stage -> add(stage.timing()));
    running.stream().flatMap(s -> Stream.of(s.start, s.end)).distinct().forEach(DeviceEvent::close);
    running.clear();
    lastEnd = null;
    return List.copyOf(finished);
  }
}
