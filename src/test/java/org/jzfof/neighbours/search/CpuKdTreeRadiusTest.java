package org.jzfof.neighbours.search;

import org.jzfof.config.NeighbourMethod;

class CpuKdTreeRadiusTest extends CpuRadiusTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
