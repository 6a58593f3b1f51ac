package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/** Points prepared for searches, in the form that is fastest on a backend. */
public interface NeighbourIndex extends AutoCloseable {
  /** Points n. */
  long count();

  /**
   * I32 [n]: the row numbers of the points along a space-filling curve, the order in which the
   * points themselves are answered fastest. Owned by the index.
   */
  DeviceArray order();

  @Override
  void close();
}
