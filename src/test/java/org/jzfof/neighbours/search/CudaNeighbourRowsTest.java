package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.config.Computer;

@NeedsGpu
class CudaNeighbourRowsTest extends NeighbourRowsContract {
  @Override
  Backend open() {
    return CudaBackend.open(Computer.ANY_DEVICE, 0);
  }
}
