package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuSpheresRanksTest extends SpheresRanksContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
