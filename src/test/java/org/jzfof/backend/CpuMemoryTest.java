package org.jzfof.backend;

import org.jzfof.backend.cpu.CpuBackend;

class CpuMemoryTest extends MemoryContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
