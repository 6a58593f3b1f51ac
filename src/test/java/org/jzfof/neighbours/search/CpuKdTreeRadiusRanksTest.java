package org.jzfof.neighbours.search;

import org.jzfof.config.NeighbourMethod;

class CpuKdTreeRadiusRanksTest extends CpuRadiusRanksTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
