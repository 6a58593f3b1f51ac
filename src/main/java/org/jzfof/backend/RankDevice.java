package org.jzfof.backend;

import java.util.function.Function;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.Computer;
import org.jzfof.error.Cleanup;
import org.jzfof.exchange.ArrayExchange;

/**
 * What a rank computes with.
 *
 * @param backend its device
 * @param arrays the ranks, and the path on which arrays travel between them
 * @param description of both, and why these were taken, for a log
 */
public record RankDevice(Backend backend, ArrayExchange arrays, String description)
    implements AutoCloseable {
  /** How a rank comes to its device. */
  @FunctionalInterface
  public interface Opener {
    /** As {@link RankDevice#open}. */
    RankDevice open(Computer computer, Communicator comm);

    /** A rank has closed the last device that it opens. */
    default void ended(RankDevice device) {}
  }

  /**
   * Does some work with a device; every rank calls it. A rank whose work fails gives back only what
   * is its own, so that the others hear of the failure before anything of theirs is gone.
   */
  public static <T> T use(
      Opener opener, Computer computer, Communicator comm, Function<RankDevice, T> work) {
    try (RankDevice device = opener.open(computer, comm)) {
      T result = work.apply(device);
      device.finish();
      return result;
    }
  }

  /**
   * Takes what was asked for, or the best there is; every rank calls it.
   *
   * @throws org.jzfof.error.BackendException when what was named cannot run here
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

  /** {@link ArrayExchange#finish}. */
  public void finish() {
    arrays.finish();
  }

  /** Gives both back, alone. */
  @Override
  public void close() {
    Cleanup.all(arrays::close, backend::close);
  }
}
