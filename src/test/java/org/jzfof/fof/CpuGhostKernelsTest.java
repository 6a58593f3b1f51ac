package org.jzfof.fof;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuGhostKernelsTest extends GhostKernelsContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
