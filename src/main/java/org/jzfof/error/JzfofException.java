package org.jzfof.error;

/**
 * A failure with a remedy for the user. The message names the value at fault and the remedy; it is
 * shown without a stack trace.
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
