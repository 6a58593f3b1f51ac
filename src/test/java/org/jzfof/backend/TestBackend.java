package org.jzfof.backend;

import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;

/** The backends that tests run on; see {@link OnBackends}. */
public enum TestBackend {
  CPU,
  CUDA;

  /** Opens it; on a host with several GPUs, the first. */
  public Backend open() {
    return this == CPU ? new CpuBackend() : CudaBackend.open(Computer.ANY_DEVICE, 0);
  }

  /** Opens it for a rank; ranks share a GPU, or take turns at several. */
  public Backend open(Communicator comm) {
    return this == CPU ? new CpuBackend() : CudaBackend.open(Computer.ANY_DEVICE, comm.rank());
  }
}
