package org.jzfof.properties;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuInsideMeasurementTest extends InsideMeasurementContract {
  @Override
  Backend open() {
    return new CpuBackend();
  }
}
