package org.jzfof.error;

/** A result that cannot be written. */
public final class OutputException extends JzfofException {
  private static final long serialVersionUID = 1L;

  public OutputException(String message) {
    super(message, null);
  }

  public OutputException(String message, Throwable cause) {
    super(message, cause);
  }
}
