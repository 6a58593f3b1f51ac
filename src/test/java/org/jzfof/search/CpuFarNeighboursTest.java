package org.jzfof.search;

class CpuFarNeighboursTest extends FarNeighboursContract {
  @Override
  String backend() {
    return "cpu";
  }
}
