package org.jzfof.neighbours.search;

import org.jzfof.config.NeighbourMethod;

class CpuKdTreeKnnRanksTest extends CpuKnnRanksTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
