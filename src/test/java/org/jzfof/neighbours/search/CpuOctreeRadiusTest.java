package org.jzfof.neighbours.search;

import org.jzfof.config.NeighbourMethod;

class CpuOctreeRadiusTest extends CpuRadiusTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.OCTREE;
  }
}
