package org.jzfof.backend;

import org.jzfof.config.Computer;

@NeedsGpu
class CudaUnionTest extends UnionContract {
  @Override
  Backend open() {
    return CudaBackend.open(Computer.ANY_DEVICE, 0);
  }
}
