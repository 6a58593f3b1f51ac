package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuFofExactTest extends FofExactContract {
  @Override
  Backend open() {
    return new CpuBackend(3);
  }
}
