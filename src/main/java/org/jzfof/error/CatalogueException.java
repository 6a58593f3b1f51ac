package org.jzfof.error;

/** A group catalogue that is missing, unreadable or inconsistent. */
public final class CatalogueException extends JzfofException {
  private static final long serialVersionUID = 1L;

  public CatalogueException(String message) {
    super(message, null);
  }

  public CatalogueException(String message, Throwable cause) {
    super(message, cause);
  }
}
