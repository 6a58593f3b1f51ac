package org.jzfof.neighbours.search;

import org.jzfof.backend.NeedsGpu;

@NeedsGpu
class CudaFarNeighboursTest extends FarNeighboursContract {
  @Override
  String backend() {
    return "cuda";
  }
}
