package org.jzfof.search;

import org.jzfof.config.NeighbourMethod;

class CpuKdTreeKnnTest extends CpuKnnTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
