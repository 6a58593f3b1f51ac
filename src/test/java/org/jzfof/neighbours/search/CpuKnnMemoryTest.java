package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuKnnMemoryTest extends KnnMemoryContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
