package org.jzfof.doctor;

import org.jzfof.backend.BackendSelector;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.doctor.Finding.State;
import org.jzfof.error.BackendException;
import org.jzfof.threads.Parallel;

/** Checks the compute device that {@code jzfof run} would use. */
final class RunCheck {
  private RunCheck() {}

  static Finding examine() {
    var any = new Computer(BackendChoice.AUTO, Computer.ANY_DEVICE, 0, ExchangeChoice.AUTO);
    try {
      BackendSelector.Selection selected =
          Parallel.with(
              Runtime.getRuntime().availableProcessors(),
              () ->
                  BackendSelector.select(
                      new BackendSelector.Request(any, 0), new LocalCommunicator()));
      selected.backend().close();
      return Finding.ok("backend", selected.reason());
    } catch (BackendException e) {
      return Finding.of("backend", State.FAULT, e);
    }
  }
}
