package org.jzfof.groups.values;

import org.junit.jupiter.api.extension.ExtendWith;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.threads.ParallelLoops;

@ExtendWith(ParallelLoops.class)
class CpuGroupPropertiesTest extends GroupPropertiesContract {
  @Override
  Backend open() {
    return new CpuBackend();
  }
}
