package org.jzfof.error;

/** A required part that is missing on this host or does not work. */
public final class SetupException extends JzfofException {
  private static final long serialVersionUID = 1L;

  public SetupException(String message, Throwable cause) {
    super(message, cause);
  }
}
