package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.backend.BackendSelector;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.exchange.ArrayExchange;

/**
 * What a rank computes on.
 *
 * @param backend the device
 * @param arrays its connection with those of the other ranks
 * @param reason what it is and why another was not taken
 */
record Computer(Backend backend, ArrayExchange arrays, String reason) implements AutoCloseable {
  /**
   * Opens the device that a run asks for; every rank calls it.
   *
   * @throws org.jzfof.error.BackendException where it cannot be used
   */
  static Computer open(RunOptions options, Communicator comm) {
    BackendSelector.Selection selected =
        BackendSelector.select(
            new BackendSelector.Request(
                options.backend(),
                options.threads(),
                options.device(),
                NodeRanks.of(comm).local()));
    Backend backend = selected.backend();
    try {
      ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO);
      return new Computer(backend, arrays, selected.reason());
    } catch (RuntimeException | Error e) {
      backend.close();
      throw e;
    }
  }

  @Override
  public void close() {
    try (backend) {
      arrays.close();
    }
  }
}
