package org.jzfof.exchange;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.error.BackendException;

/** The paths of each backend; the ranks on GPUs share one, or take turns at several. */
@OnBackends
class ArrayExchangeTest extends ArrayExchangeContract {
  @Parameter private TestBackend on;

  @Override
  Backend open(Communicator comm) {
    return on.open(comm);
  }

  @Override
  List<Path> paths() {
    return on == TestBackend.CPU
        ? List.of(new Path(ExchangeChoice.AUTO), new Path(ExchangeChoice.STAGED))
        : List.of(
            new Path(ExchangeChoice.AUTO),
            new Path(ExchangeChoice.PEER),
            new Path(ExchangeChoice.STAGED),
            new Path(2, ArrayExchangeTest::onUnevenHosts));
  }

  /**
   * The ranks are told to be on two hosts, of which the first has more of them: what its ranks
   * share in smaller slots must not take them more rounds than the others.
   */
  private static ArrayExchange onUnevenHosts(Backend backend, Communicator comm) {
    int first = (comm.size() + 1) / 2 + comm.size() / 5;
    int[] near =
        comm.rank() < first
            ? IntStream.range(0, first).toArray()
            : IntStream.range(first, comm.size()).toArray();
    return ((CudaBackend) backend).exchange(comm, ExchangeChoice.PEER, near);
  }

  /** On a GPU several rounds of a window that up to five ranks share. */
  @Override
  int longest() {
    return on == TestBackend.CPU ? 1 << 20 : 40 << 20;
  }

  @Test
  void pathsBetweenGpusAreRefusedOnACpu() {
    assumeTrue(on == TestBackend.CPU, "GPUs have them");
    try (Backend backend = on.open()) {
      BackendException e =
          assertThrows(
              BackendException.class,
              () -> backend.exchange(new LocalCommunicator(), ExchangeChoice.IPC));
      assertTrue(e.getMessage().startsWith("--exchange ipc"), e.getMessage());
    }
  }
}
