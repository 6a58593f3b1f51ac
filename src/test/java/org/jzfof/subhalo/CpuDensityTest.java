package org.jzfof.subhalo;

import org.junit.jupiter.api.extension.ExtendWith;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.threads.ParallelLoops;

@ExtendWith(ParallelLoops.class)
class CpuDensityTest extends DensityContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
