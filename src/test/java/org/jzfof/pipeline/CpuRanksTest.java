package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuRanksTest extends RanksContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }

  @Override
  int configurations() {
    return 30;
  }

  @Override
  int largeSet() {
    return 200_000;
  }
}
