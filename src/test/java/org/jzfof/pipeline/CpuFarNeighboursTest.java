package org.jzfof.pipeline;

class CpuFarNeighboursTest extends FarNeighboursContract {
  @Override
  String backend() {
    return "cpu";
  }
}
