package org.jzfof.pipeline;

import org.jzfof.config.NeighbourMethod;

class CpuKdTreeKnnRanksTest extends CpuKnnRanksTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
