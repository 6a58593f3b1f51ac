package org.jzfof.properties;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuInsideKernelsTest extends InsideKernelsContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
