package org.jzfof.subhalo;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuDensityTest extends DensityContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend(2);
  }
}
