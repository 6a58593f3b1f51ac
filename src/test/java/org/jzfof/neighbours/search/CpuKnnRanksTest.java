package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuKnnRanksTest extends KnnRanksContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
