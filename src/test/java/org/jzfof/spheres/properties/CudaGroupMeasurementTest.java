package org.jzfof.spheres.properties;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;

@NeedsGpu
class CudaGroupMeasurementTest extends GroupMeasurementContract {
  @Override
  Backend open(Communicator comm) {
    return CudaBackend.open(Computer.ANY_DEVICE, 0);
  }
}
