package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.error.BackendException;
import org.jzfof.threads.Parallel;

class BackendSelectorTest {
  private static BackendSelector.Selection select(BackendChoice choice) {
    BackendSelector.Request request = new BackendSelector.Request(choice, Computer.ANY_DEVICE, 0);
    return Parallel.with(2, () -> BackendSelector.select(request, new LocalCommunicator()));
  }

  private static String whyNoGpu() {
    try {
      CudaBackend.open(Computer.ANY_DEVICE, 0).close();
      return Assumptions.abort("there is a GPU");
    } catch (BackendException e) {
      return e.getMessage();
    }
  }

  @Test
  void cpuAsAsked() {
    BackendSelector.Selection selection = select(BackendChoice.CPU);
    selection.backend().close();
    assertEquals("cpu, 2 threads (as asked)", selection.reason());
  }

  @Test
  void autoSaysWhyItDoesNotTakeTheGpu() {
    String why = whyNoGpu();
    BackendSelector.Selection selection = select(BackendChoice.AUTO);
    selection.backend().close();
    assertEquals("cpu, 2 threads (auto: " + why + ")", selection.reason());
    assertTrue(why.matches(".*(kernels|libcuda|libjzfofcuda|GPU).*: .*"), why);
  }

  @Test
  void cudaIsAnErrorWithoutGpu() {
    String why = whyNoGpu();
    String message =
        assertThrows(BackendException.class, () -> select(BackendChoice.CUDA)).getMessage();
    assertTrue(message.contains(why), message);
  }

  /** What each of three ranks takes, of which some have no GPU. */
  private static List<String> selected(BackendChoice choice, int... without) {
    return ThreadRanks.run(
        3,
        comm -> {
          Backend gpu = new CpuBackend(); // as good as one
          var request = new BackendSelector.Request(choice, Computer.ANY_DEVICE, comm.rank());
          BackendSelector.Selection selection =
              BackendSelector.select(
                  request,
                  comm,
                  r -> {
                    if (IntStream.of(without).anyMatch(rank -> rank == comm.rank())) {
                      throw new BackendException("rank " + comm.rank() + " sees none");
                    }
                    return gpu;
                  });
          selection.backend().close();
          String taken = selection.backend() == gpu ? "gpu: " : "";
          return taken + selection.reason();
        });
  }

  @Test
  void allRanksHaveAGpuOrNoneTakesOne() {
    assertEquals(
        Collections.nCopies(3, "gpu: cpu, 1 thread (auto: a GPU is there)"),
        selected(BackendChoice.AUTO));
    assertEquals(
        Collections.nCopies(
            3, "cpu, 1 thread (auto: 2 of 3 ranks have no GPU (1, 2): rank 1 sees none)"),
        selected(BackendChoice.AUTO, 1, 2));
    RankFailedException e =
        assertThrows(RankFailedException.class, () -> selected(BackendChoice.CUDA, 2));
    assertEquals(2, e.rank());
    assertTrue(e.getMessage().contains("--backend cuda: rank 2 sees none"), e.getMessage());
  }
}
