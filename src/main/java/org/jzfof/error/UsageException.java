package org.jzfof.error;

/** An option, or a combination of options, that is invalid. */
public final class UsageException extends JzfofException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the value at fault and the remedy
   */
  public UsageException(String message) {
    super(message, null);
  }

  /**
   * @param message the value at fault and the remedy
   */
  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
