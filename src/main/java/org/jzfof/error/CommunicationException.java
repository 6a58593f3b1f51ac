package org.jzfof.error;

/** Ranks that cannot be started or cannot reach each other. */
public final class CommunicationException extends JzfofException {
  private static final long serialVersionUID = 1L;

  public CommunicationException(String message) {
    super(message, null);
  }

  public CommunicationException(String message, Throwable cause) {
    super(message, cause);
  }
}
