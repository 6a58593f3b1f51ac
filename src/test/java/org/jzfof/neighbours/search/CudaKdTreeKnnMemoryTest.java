package org.jzfof.neighbours.search;

import org.jzfof.backend.NeedsGpu;
import org.jzfof.config.NeighbourMethod;

@NeedsGpu
class CudaKdTreeKnnMemoryTest extends CudaKnnMemoryTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
