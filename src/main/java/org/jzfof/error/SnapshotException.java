package org.jzfof.error;

/** A snapshot that is missing, unreadable or inconsistent. */
public final class SnapshotException extends JzfofException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the value at fault and the remedy
   */
  public SnapshotException(String message) {
    super(message, null);
  }

  /**
   * @param message the value at fault and the remedy
   * @param cause what was caught
   */
  public SnapshotException(String message, Throwable cause) {
    super(message, cause);
  }
}
