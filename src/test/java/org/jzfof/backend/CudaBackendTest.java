package org.jzfof.backend;

import org.jzfof.config.Computer;

@NeedsGpu
class CudaBackendTest extends BackendContract {
  @Override
  Backend open() {
    return CudaBackend.open(Computer.ANY_DEVICE, 0);
  }
}
