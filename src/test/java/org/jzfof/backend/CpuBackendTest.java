package org.jzfof.backend;

import org.jzfof.backend.cpu.CpuBackend;

class CpuBackendTest extends BackendContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
