package org.jzfof.neighbours.search;

class CpuFarNeighboursTest extends FarNeighboursContract {
  @Override
  String backend() {
    return "cpu";
  }
}
