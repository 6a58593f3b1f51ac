package org.jzfof.subhalo;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;

class CpuSharedGroupTest extends SharedGroupContract {
  @Override
  Backend open() {
    return new CpuBackend();
  }
}
