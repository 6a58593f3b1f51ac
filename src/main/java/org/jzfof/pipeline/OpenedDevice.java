package org.jzfof.pipeline;

import java.util.List;
import java.util.function.BiFunction;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;

/** What the only run of a process does before its stages can be timed on a device. */
final class OpenedDevice {
  private OpenedDevice() {}

  /**
   * Does some work with a device; every rank calls it.
   *
   * @param work gets the device, and what there was to be done before, from the start of the
   *     process on
   */
  static <T> T use(
      RankDevice.Opener opener,
      Computer computer,
      Communicator comm,
      BiFunction<RankDevice, List<StageTiming>, T> work) {
    double age = ProcessAge.seconds();
    long start = System.nanoTime();
    return RankDevice.use(
        opener,
        computer,
        comm,
        device -> {
          double opening = 1e-9 * (System.nanoTime() - start);
          return work.apply(
              device,
              List.of(StageTiming.of("start", age), StageTiming.of("open device", opening)));
        });
  }
}
