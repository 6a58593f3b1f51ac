package org.jzfof.search;

class CpuKdTreeFarNeighboursTest extends CpuFarNeighboursTest {
  @Override
  String method() {
    return "kdtree";
  }
}
