package org.jzfof.backend;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.exchange.ArrayExchange;

/**
 * The device of one rank, connected with those of the others.
 *
 * @param backend the device
 * @param arrays the ranks, and the path between their devices
 * @param reason for a log: what the device is and why another was not taken
 */
public record RankDevice(Backend backend, ArrayExchange arrays, String reason)
    implements AutoCloseable {

  /**
   * Opens what was asked for; all ranks call it together.
   *
   * @throws org.jzfof.error.BackendException when a backend that was named cannot run here
   */
  public static RankDevice open(Computer computer, Communicator comm) {
    BackendSelector.Selection selected =
        BackendSelector.select(new BackendSelector.Request(computer, NodeRanks.of(comm).local()));
    try {
      ArrayExchange arrays = selected.backend().exchange(comm, ExchangeChoice.AUTO);
      return new RankDevice(selected.backend(), arrays, selected.reason());
    } catch (RuntimeException | Error e) {
      selected.backend().close();
      throw e;
    }
  }

  /** The ranks. */
  public Communicator comm() {
    return arrays.comm();
  }

  @Override
  public void close() {
    try (backend) {
      arrays.close();
    }
  }
}
