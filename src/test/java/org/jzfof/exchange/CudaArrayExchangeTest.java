package org.jzfof.exchange;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;

/** Ranks that share one GPU, or take turns at several. */
@NeedsGpu
class CudaArrayExchangeTest extends ArrayExchangeContract {
  @Override
  protected Backend open(Communicator comm) {
    return CudaBackend.open(Computer.ANY_DEVICE, comm.rank());
  }

  @Override
  protected ExchangeChoice[] choices() {
    return new ExchangeChoice[] {ExchangeChoice.AUTO, ExchangeChoice.PEER, ExchangeChoice.STAGED};
  }

  /** Several rounds of a window that is shared by up to five ranks. */
  @Override
  protected int longest() {
    return 40 << 20;
  }
}
