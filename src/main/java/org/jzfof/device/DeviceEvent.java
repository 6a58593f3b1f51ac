package org.jzfof.device;

/**
 * A point in the order of work on a device; the event occurs when all work that was started earlier
 * is done.
 */
public interface DeviceEvent extends AutoCloseable {
  /**
   * Waits until this event has occurred.
   *
   * @param earlier event of the same device
   * @return seconds between the two events
   */
  double secondsSince(DeviceEvent earlier);

  @Override
  void close();
}
