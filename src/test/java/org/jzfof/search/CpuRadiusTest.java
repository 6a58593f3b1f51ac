package org.jzfof.search;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuRadiusTest extends RadiusContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
