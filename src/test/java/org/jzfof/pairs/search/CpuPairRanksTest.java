package org.jzfof.pairs.search;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuPairRanksTest extends PairRanksContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
