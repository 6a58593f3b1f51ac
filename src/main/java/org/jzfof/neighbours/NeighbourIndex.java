package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/** Points prepared for searches, in the form that is fastest on a backend. */
public interface NeighbourIndex extends AutoCloseable {
  /** Number of points n. */
  long count();

  /**
   * I32 [n] row numbers of the points along a space-filling curve, or a tree from left to right:
   * the fastest order for searches around the points themselves. The index owns the array.
   */
  DeviceArray order();

  @Override
  void close();
}
