package org.jzfof.neighbours.search;

import org.junit.jupiter.api.extension.ExtendWith;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.threads.ParallelLoops;

@ExtendWith(ParallelLoops.class)
class CpuRadiusTest extends RadiusContract {
  @Override
  Backend open() {
    return new CpuBackend();
  }
}
