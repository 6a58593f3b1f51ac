package org.jzfof.error;

/**
 * A failure that the user can act on. The message names the value at fault and the remedy; it is
 * shown alone, without a stack trace.
 */
public abstract sealed class JzfofException extends RuntimeException
    permits BackendException,
        CatalogueException,
        CommunicationException,
        MemoryException,
        OutputException,
        SetupException,
        SnapshotException,
        UsageException {
  private static final long serialVersionUID = 1L;

  JzfofException(String message, Throwable cause) {
    super(message, cause);
  }
}
