package org.jzfof.pipeline;

class CpuFarParticlesTest extends FarParticlesContract {
  @Override
  String backend() {
    return "cpu";
  }
}
