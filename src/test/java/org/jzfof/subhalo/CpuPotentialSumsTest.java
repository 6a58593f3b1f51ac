package org.jzfof.subhalo;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuPotentialSumsTest extends PotentialSumsContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
