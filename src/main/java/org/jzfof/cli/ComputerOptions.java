package org.jzfof.cli;

import org.jzfof.backend.cuda.CudaBackend;
import org.jzfof.config.BackendChoice;
import org.jzfof.error.UsageException;
import picocli.CommandLine.Option;

/** What a command computes on. */
final class ComputerOptions {
  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "auto",
      description = "Where to compute: auto, cpu or cuda (default: ${DEFAULT-VALUE}).")
  private BackendChoice backend;

  @Option(
      names = "--device",
      paramLabel = "N",
      description = "Number of the GPU (default: GPUs take turns with the ranks of a host).")
  private Integer device;

  /** The backend asked for. */
  BackendChoice backend() {
    return backend;
  }

  /**
   * The GPU asked for, or {@link CudaBackend#ANY_DEVICE}.
   *
   * @throws UsageException where it is negative
   */
  int device() {
    if (device != null && device < 0) {
      throw new UsageException("--device is " + device + ": GPUs are numbered from 0");
    }
    return device == null ? CudaBackend.ANY_DEVICE : device;
  }
}
