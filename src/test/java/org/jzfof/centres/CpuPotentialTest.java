package org.jzfof.centres;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuPotentialTest extends PotentialContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
