package org.jzfof.error;

/** An option, or a combination of options, that is invalid. */
public final class UsageException extends JzfofException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message, null);
  }

  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
