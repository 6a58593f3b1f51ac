package org.jzfof.error;

/** A requested compute device that cannot be used, or a failed one. */
public sealed class BackendException extends JzfofException permits DeviceLostException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the value at fault and the remedy
   */
  public BackendException(String message) {
    super(message, null);
  }

  /**
   * @param message the value at fault and the remedy
   */
  public BackendException(String message, Throwable cause) {
    super(message, cause);
  }
}
