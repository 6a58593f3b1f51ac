package org.jzfof.backend;

import org.jzfof.backend.cuda.CudaBackend;

@NeedsGpu
class CudaPiecesTest extends PiecesContract {
  @Override
  Backend open() {
    return CudaBackend.open(CudaBackend.ANY_DEVICE, 0);
  }
}
