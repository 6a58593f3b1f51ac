package org.jzfof.error;

/** A group catalogue that is missing, unreadable or inconsistent. */
public final class CatalogueException extends JzfofException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the value at fault and the remedy
   */
  public CatalogueException(String message) {
    super(message, null);
  }

  /**
   * @param message the value at fault and the remedy
   */
  public CatalogueException(String message, Throwable cause) {
    super(message, cause);
  }
}
