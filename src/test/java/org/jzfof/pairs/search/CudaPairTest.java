package org.jzfof.pairs.search;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.config.Computer;

@NeedsGpu
class CudaPairTest extends PairContract {
  @Override
  Backend open() {
    return CudaBackend.open(Computer.ANY_DEVICE, 0);
  }
}
