package org.jzfof.backend;

import org.junit.jupiter.api.extension.ExtendWith;
import org.jzfof.threads.ParallelLoops;

@ExtendWith(ParallelLoops.class)
class CpuDomainsTest extends DomainsContract {
  @Override
  Backend open() {
    return new CpuBackend();
  }
}
