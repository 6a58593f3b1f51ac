package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;

/** Ranks that share one GPU, or take turns at several. */
@NeedsGpu
class CudaRanksTest extends RanksContract {
  @Override
  Backend open(Communicator comm) {
    return CudaBackend.open(Computer.ANY_DEVICE, comm.rank());
  }

  @Override
  int configurations() {
    return 6;
  }

  @Override
  int largeSet() {
    return 10_000_000;
  }
}
