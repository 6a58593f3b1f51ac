package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/** Device operations that link points of an index by their distances in double precision. */
public interface LinkKernels {
  /**
   * Links every two points whose distance is at most a radius.
   *
   * @param index index made by the {@link KnnKernels} that are fastest on the backend
   * @param radius largest distance of linked points, at least 0 and finite
   * @return I32 [n] a forest of pointers between indices in {@link NeighbourIndex#order()}: a root
   *     points to itself, any other point to a lower index of the same group
   */
  DeviceArray link(NeighbourIndex index, double radius);
}
