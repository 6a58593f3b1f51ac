package org.jzfof.search.pairs;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuPairTest extends PairContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
