package org.jzfof.search;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuKdTreeTest extends KdTreeContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
