package org.jzfof.exchange;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.error.BackendException;

class CpuArrayExchangeTest extends ArrayExchangeContract {
  @Override
  protected Backend open(Communicator comm) {
    return new CpuBackend();
  }

  @Override
  protected ExchangeChoice[] choices() {
    return new ExchangeChoice[] {ExchangeChoice.AUTO, ExchangeChoice.STAGED};
  }

  @Override
  protected int longest() {
    return 1 << 20;
  }

  @Test
  void pathsBetweenGpusAreRefused() {
    try (Backend backend = new CpuBackend()) {
      BackendException e =
          assertThrows(
              BackendException.class,
              () -> backend.exchange(new LocalCommunicator(), ExchangeChoice.IPC));
      assertTrue(e.getMessage().startsWith("--exchange ipc"), e.getMessage());
    }
  }
}
