package org.jzfof.output;

import java.io.IOException;

/** Signals that another process is writing the output. */
final class BusyException extends IOException {
  private static final long serialVersionUID = 1L;

  BusyException(String owner) {
    super(owner);
  }
}
