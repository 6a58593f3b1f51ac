package org.jzfof.backend;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.Computer;
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
  /**
   * Takes what was asked for, or the best there is; every rank calls it.
   *
   * @throws org.jzfof.error.BackendException when what was named cannot run here
   */
  public static RankDevice open(Computer computer, Communicator comm) {
    BackendSelector.Selection selected =
        BackendSelector.select(new BackendSelector.Request(computer, NodeRanks.of(comm).local()));
    Backend backend = selected.backend();
    try {
      ArrayExchange arrays = backend.exchange(comm, computer.exchange());
      String between = comm.size() > 1 ? "; between ranks: " + arrays.description() : "";
      return new RankDevice(backend, arrays, selected.reason() + between);
    } catch (RuntimeException e) {
      backend.close();
      throw e;
    }
  }

  /** Gives both back; every rank calls it. */
  @Override
  public void close() {
    arrays.close();
    backend.close();
  }
}
