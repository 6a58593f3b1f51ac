package org.jzfof.walk;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuRemoteKernelsTest extends RemoteKernelsContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
