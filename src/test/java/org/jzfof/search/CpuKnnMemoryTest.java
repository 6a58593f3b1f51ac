package org.jzfof.search;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuKnnMemoryTest extends KnnMemoryContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
