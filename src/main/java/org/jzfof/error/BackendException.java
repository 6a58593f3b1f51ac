package org.jzfof.error;

/** A requested compute device that cannot be used, or a failed one. */
public sealed class BackendException extends JzfofException permits DeviceLostException {
  private static final long serialVersionUID = 1L;

  public BackendException(String message) {
    super(message, null);
  }

  public BackendException(String message, Throwable cause) {
    super(message, cause);
  }
}
