package org.jzfof.pipeline;

import org.jzfof.config.NeighbourMethod;

class CpuKdTreeRadiusTest extends CpuRadiusTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
