package org.jzfof.fof;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.config.Computer;

@NeedsGpu
class CudaGhostKernelsTest extends GhostKernelsContract {
  @Override
  Backend open() {
    return CudaBackend.open(Computer.ANY_DEVICE, 0);
  }
}
