package org.jzfof.subhalo;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;

class CpuSharedSubhaloTest extends SharedSubhaloContract {
  @Override
  Backend open() {
    return new CpuBackend();
  }
}
