package org.jzfof.neighbours.search;

class CpuKdTreeFarNeighboursTest extends CpuFarNeighboursTest {
  @Override
  String method() {
    return "kdtree";
  }
}
