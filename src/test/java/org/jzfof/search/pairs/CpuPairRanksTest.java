package org.jzfof.search.pairs;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuPairRanksTest extends PairRanksContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
