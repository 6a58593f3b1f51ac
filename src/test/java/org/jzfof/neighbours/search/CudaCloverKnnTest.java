package org.jzfof.neighbours.search;

import org.jzfof.backend.NeedsGpu;
import org.jzfof.config.NeighbourMethod;

@NeedsGpu
class CudaCloverKnnTest extends CudaKnnTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.CLOVER;
  }
}
