package org.jzfof.device;

/**
 * A moment in the order of the work on a device: it comes when all work that was started before has
 * been done.
 */
public interface Moment extends AutoCloseable {
  /**
   * Waits until this moment has come.
   *
   * @param earlier moment of the same device
   * @return seconds from then to now
   */
  double secondsSince(Moment earlier);

  @Override
  void close();
}
