package org.jzfof.properties;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuGroupMeasurementTest extends GroupMeasurementContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend(2);
  }
}
