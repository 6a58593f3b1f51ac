package org.jzfof.neighbours.search;

import org.jzfof.config.NeighbourMethod;

class CpuBTreeRadiusRanksTest extends CpuRadiusRanksTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.BTREE;
  }
}
