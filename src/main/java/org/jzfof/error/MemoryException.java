package org.jzfof.error;

/** Too little memory for a run. */
public final class MemoryException extends JzfofException {
  private static final long serialVersionUID = 1L;

  public MemoryException(String message) {
    super(message, null);
  }

  public MemoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
