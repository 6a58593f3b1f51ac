package org.jzfof.error;

/**
 * A compute device that has become unusable for this process; another process may be able to use
 * it.
 */
public final class DeviceLostException extends BackendException {
  private static final long serialVersionUID = 1L;

  public DeviceLostException(String message) {
    super(message);
  }
}
