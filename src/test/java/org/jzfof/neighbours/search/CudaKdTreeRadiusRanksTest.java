package org.jzfof.neighbours.search;

import org.jzfof.backend.NeedsGpu;
import org.jzfof.config.NeighbourMethod;

@NeedsGpu
class CudaKdTreeRadiusRanksTest extends CudaRadiusRanksTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
