package org.jzfof.groups.values;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;

class CpuGroupPropertiesTest extends GroupPropertiesContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
