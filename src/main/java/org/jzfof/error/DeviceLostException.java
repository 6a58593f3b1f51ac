package org.jzfof.error;

/**
 * A compute device of which this process gets nothing but the same error from here on; another
 * process may.
 */
public final class DeviceLostException extends BackendException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the value at fault and the remedy
   */
  public DeviceLostException(String message) {
    super(message);
  }
}
