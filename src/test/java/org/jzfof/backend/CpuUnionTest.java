package org.jzfof.backend;

import org.jzfof.backend.cpu.CpuBackend;

class CpuUnionTest extends UnionContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
