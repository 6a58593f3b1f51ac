package org.jzfof.output;

import java.io.IOException;

/** Another process is writing. */
final class BusyException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param owner that process, for people
   */
  BusyException(String owner) {
    super(owner);
  }
}
