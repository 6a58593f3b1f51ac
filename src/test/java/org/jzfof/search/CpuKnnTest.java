package org.jzfof.search;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuKnnTest extends KnnContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
