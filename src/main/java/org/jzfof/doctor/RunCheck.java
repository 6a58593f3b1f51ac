package org.jzfof.doctor;

import org.jzfof.backend.BackendSelector;
import org.jzfof.config.BackendChoice;
import org.jzfof.doctor.Finding.State;
import org.jzfof.error.BackendException;

/** What {@code jzfof run} would compute on. */
final class RunCheck {
  private static final int ANY_DEVICE = -1;

  private RunCheck() {}

  static Finding examine() {
    var request = new BackendSelector.Request(BackendChoice.AUTO, 0, ANY_DEVICE, 0);
    try {
      BackendSelector.Selection selected = BackendSelector.select(request);
      selected.backend().close();
      return Finding.ok("backend", selected.reason());
    } catch (BackendException e) {
      return Finding.of("backend", State.FAULT, e);
    }
  }
}
