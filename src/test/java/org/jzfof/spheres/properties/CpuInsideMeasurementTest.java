package org.jzfof.spheres.properties;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;

class CpuInsideMeasurementTest extends InsideMeasurementContract {
  @Override
  Backend open() {
    return new CpuBackend();
  }
}
