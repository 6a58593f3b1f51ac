package org.jzfof.error;

/** A compute device that was asked for and cannot be used, or that failed. */
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
