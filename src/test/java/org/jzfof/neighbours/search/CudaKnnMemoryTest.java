package org.jzfof.neighbours.search;

import org.junit.jupiter.api.Tag;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;

@Tag("large")
@NeedsGpu
class CudaKnnMemoryTest extends KnnMemoryContract {
  @Override
  Backend open(Communicator comm) {
    return CudaBackend.open(Computer.ANY_DEVICE, comm.rank());
  }

  @Override
  long points() {
    return 4_000_000;
  }
}
