package org.jzfof.pipeline;

class CpuKdTreeFarNeighboursTest extends CpuFarNeighboursTest {
  @Override
  String method() {
    return "kdtree";
  }
}
