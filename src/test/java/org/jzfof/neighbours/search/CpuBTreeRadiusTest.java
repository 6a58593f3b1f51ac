package org.jzfof.neighbours.search;

import org.jzfof.config.NeighbourMethod;

class CpuBTreeRadiusTest extends CpuRadiusTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.BTREE;
  }
}
