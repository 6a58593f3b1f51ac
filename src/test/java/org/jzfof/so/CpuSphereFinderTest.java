package org.jzfof.so;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuSphereFinderTest extends SphereFinderContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
