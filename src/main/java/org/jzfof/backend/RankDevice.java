package org.jzfof.backend;

import java.util.function.Function;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.Computer;
import org.jzfof.error.Cleanup;
import org.jzfof.exchange.ArrayExchange;

/**
 * The compute device of a rank and its connection to the other ranks.
 *
 * @param arrays path on which arrays travel between the ranks
 * @param description text about both and the reasons for their selection, for a log
 */
public record RankDevice(Backend backend, ArrayExchange arrays, String description)
    implements AutoCloseable {
  /** Opens the device of a rank. */
  @FunctionalInterface
  public interface Opener {
    /** Opens a device, as {@link RankDevice#open} does. */
    RankDevice open(Computer computer, Communicator comm);

    /** Reports that a rank has closed the last device that it opens. */
    default void lastDeviceClosed(RankDevice device) {}
  }

  /**
   * Runs a task with a device; every rank calls it. A rank whose task fails releases only its local
   * resources, so that the other ranks learn of the failure before shared memory disappears.
   */
  public static <T> T use(
      Opener opener, Computer computer, Communicator comm, Function<RankDevice, T> task) {
    try (RankDevice device = opener.open(computer, comm)) {
      T result = task.apply(device);
      device.finish();
      return result;
    }
  }

  /**
   * Opens the requested device, or the best available one; every rank calls it.
   *
   * @throws org.jzfof.error.BackendException when the requested backend or path cannot run on this
   *     machine
   */
  public static RankDevice open(Computer computer, Communicator comm) {
    BackendSelector.Selection selected =
        BackendSelector.select(
            new BackendSelector.Request(computer, NodeRanks.of(comm).local()), comm);
    Backend backend = selected.backend();
    try {
      ArrayExchange arrays = backend.exchange(comm, computer.exchange());
      String between = comm.size() > 1 ? "; between ranks: " + arrays.description() : "";
      return new RankDevice(backend, arrays, selected.reason() + between);
    } catch (RuntimeException | Error e) {
      try (backend) {
        throw e;
      }
    }
  }

  /** Ends the use of the path between ranks; see {@link ArrayExchange#finish}. */
  public void finish() {
    arrays.finish();
  }

  /** Releases the path and the device without waiting for other ranks. */
  @Override
  public void close() {
    Cleanup.all(arrays::close, backend::close);
  }
}
