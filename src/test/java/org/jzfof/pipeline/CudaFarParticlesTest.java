package org.jzfof.pipeline;

import org.jzfof.backend.NeedsGpu;

@NeedsGpu
class CudaFarParticlesTest extends FarParticlesContract {
  @Override
  String backend() {
    return "cuda";
  }
}
