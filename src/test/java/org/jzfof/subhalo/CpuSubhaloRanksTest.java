package org.jzfof.subhalo;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuSubhaloRanksTest extends SubhaloRanksContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
