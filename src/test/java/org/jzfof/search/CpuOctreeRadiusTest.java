package org.jzfof.search;

import org.jzfof.config.NeighbourMethod;

class CpuOctreeRadiusTest extends CpuRadiusTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.OCTREE;
  }
}
