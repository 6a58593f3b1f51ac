package org.jzfof.spheres.properties;

import org.junit.jupiter.api.extension.ExtendWith;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.threads.ParallelLoops;

@ExtendWith(ParallelLoops.class)
class CpuGroupMeasurementTest extends GroupMeasurementContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
