package org.jzfof.error;

import java.io.IOException;
import java.nio.file.Path;

/** A snapshot that is missing, unreadable or inconsistent. */
public final class SnapshotException extends JzfofException {
  private static final long serialVersionUID = 1L;

  public SnapshotException(String message) {
    super(message, null);
  }

  /** Returns the exception for a file that cannot be read. */
  public static SnapshotException unreadable(Path file, IOException cause) {
    return new SnapshotException(
        "%s cannot be read (%s): check its name and permissions"
            .formatted(file, SystemFault.cause(cause)),
        cause);
  }

  public SnapshotException(String message, Throwable cause) {
    super(message, cause);
  }
}
