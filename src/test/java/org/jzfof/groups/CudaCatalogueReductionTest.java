package org.jzfof.groups;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;

/** Ranks that share one GPU, or take turns at several. */
@NeedsGpu
class CudaCatalogueReductionTest extends CatalogueReductionContract {
  @Override
  Backend open(Communicator comm) {
    return CudaBackend.open(Computer.ANY_DEVICE, comm.rank());
  }
}
