package org.jzfof.neighbours.search;

import org.jzfof.backend.NeedsGpu;

@NeedsGpu
class CudaKdTreeFarNeighboursTest extends CudaFarNeighboursTest {
  @Override
  String method() {
    return "kdtree";
  }
}
