package org.jzfof.device;

/**
 * A moment in the order of the work on a device: it comes when all work that was started before has
 * been done.
 */
public interface DeviceEvent extends AutoCloseable {
  /**
   * Waits until this moment has come.
   *
   * @param earlier moment of the same device
   * @return seconds from then to now
   */
  double secondsSince(DeviceEvent earlier);

  @Override
  void close();
}
