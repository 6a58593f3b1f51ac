package org.jzfof.backend;

import org.junit.jupiter.api.extension.ExtendWith;
import org.jzfof.threads.ParallelLoops;

@ExtendWith(ParallelLoops.class)
class CpuMemoryTest extends MemoryContract {
  @Override
  Backend open() {
    return new CpuBackend();
  }
}
