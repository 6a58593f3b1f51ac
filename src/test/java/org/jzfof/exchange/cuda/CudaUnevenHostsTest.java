package org.jzfof.exchange.cuda;

import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.exchange.ArrayExchangeContract;

/**
 * Ranks that are told to be on two hosts, of which the first has more of them: what its ranks share
 * in smaller slots must not take them more rounds than the others.
 */
@NeedsGpu
class CudaUnevenHostsTest extends ArrayExchangeContract {
  @Override
  protected Backend open(Communicator comm) {
    return CudaBackend.open(Computer.ANY_DEVICE, comm.rank());
  }

  @Override
  protected ArrayExchange exchange(Backend backend, Communicator comm, ExchangeChoice choice) {
    int first = (comm.size() + 1) / 2 + comm.size() / 5;
    int[] near =
        comm.rank() < first
            ? IntStream.range(0, first).toArray()
            : IntStream.range(first, comm.size()).toArray();
    return ((CudaBackend) backend).exchange(comm, choice, near);
  }

  @Override
  protected ExchangeChoice[] choices() {
    return new ExchangeChoice[] {ExchangeChoice.PEER};
  }

  /** Several rounds in the slots of four ranks, one in that of two. */
  @Override
  protected int longest() {
    return 40 << 20;
  }
}
