package org.jzfof.subhalo;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;

@NeedsGpu
class CudaDensityTest extends DensityContract {
  @Override
  Backend open(Communicator comm) {
    return CudaBackend.open(Computer.ANY_DEVICE, comm.rank());
  }
}
