package org.jzfof.backend;

import org.jzfof.backend.cpu.CpuBackend;

class CpuDomainsTest extends DomainsContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
