package org.jzfof.backend;

import java.util.Locale;
import java.util.Optional;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.error.BackendException;

/** The backends that tests run on; see {@link OnBackends}. */
public enum TestBackend {
  CPU,
  CUDA;

  /** Why there is no GPU to run on; empty where there is one, which is opened to see. */
  static Optional<String> faultOfGpu() {
    try {
      CUDA.open().close();
      return Optional.empty();
    } catch (BackendException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Whether it has a method. */
  boolean has(NeighbourMethod method) {
    return this == CPU ? !method.isGpuOnly() : !method.isCpuOnly();
  }

  /** Its name as {@code --backend} has it. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Opens it; on a host with several GPUs, the first. */
  public Backend open() {
    return this == CPU ? new CpuBackend() : CudaBackend.open(Computer.ANY_DEVICE, 0);
  }

  /** Opens it for a rank; ranks share a GPU, or take turns at several. */
  public Backend open(Communicator comm) {
    return this == CPU ? new CpuBackend() : CudaBackend.open(Computer.ANY_DEVICE, comm.rank());
  }
}
