package org.jzfof.neighbours.search;

import org.jzfof.config.NeighbourMethod;

class CpuKdTreeKnnTest extends CpuKnnTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
