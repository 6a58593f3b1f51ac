package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/** Device operations that link points of an index by their distances in double. */
public interface LinkKernels {
  /**
   * Links every two points whose distance is at most a radius.
   *
   * @param index made by the {@link KnnKernels} that are fastest on the backend
   * @param radius at least 0 and finite
   * @return I32 [n] a forest of pointers between places in {@link NeighbourIndex#order()}: that of
   *     a root is its own place, any other one a lower place of the same group
   */
  DeviceArray link(NeighbourIndex index, double radius);
}
