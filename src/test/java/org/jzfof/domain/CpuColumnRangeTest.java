package org.jzfof.domain;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuColumnRangeTest extends ColumnRangeContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
