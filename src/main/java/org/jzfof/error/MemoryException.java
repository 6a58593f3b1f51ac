package org.jzfof.error;

/** Too little memory for a run. */
public final class MemoryException extends JzfofException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the value at fault and the remedy
   */
  public MemoryException(String message) {
    super(message, null);
  }

  /**
   * @param message the value at fault and the remedy
   */
  public MemoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
