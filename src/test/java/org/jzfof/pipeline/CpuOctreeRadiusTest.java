package org.jzfof.pipeline;

import org.jzfof.config.NeighbourMethod;

class CpuOctreeRadiusTest extends CpuRadiusTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.OCTREE;
  }
}
