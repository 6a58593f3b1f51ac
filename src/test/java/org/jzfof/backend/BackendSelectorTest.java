package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.jzfof.backend.cuda.CudaBackend;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.error.BackendException;

class BackendSelectorTest {
  private static BackendSelector.Selection select(BackendChoice choice) {
    return BackendSelector.select(new BackendSelector.Request(choice, 2, Computer.ANY_DEVICE, 0));
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
}
