package org.jzfof.groups;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuLabelsTest extends LabelsContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
