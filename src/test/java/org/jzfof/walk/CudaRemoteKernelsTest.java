package org.jzfof.walk;

import org.jzfof.backend.Backend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.backend.cuda.CudaBackend;

@NeedsGpu
class CudaRemoteKernelsTest extends RemoteKernelsContract {
  @Override
  Backend open() {
    return CudaBackend.open(CudaBackend.ANY_DEVICE, 0);
  }
}
