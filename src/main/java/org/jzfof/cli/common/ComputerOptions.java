package org.jzfof.cli.common;

import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.error.UsageException;
import picocli.CommandLine.Option;

/** Options for the hardware that a command uses. */
@Heading(Heading.COMPUTER)
public final class ComputerOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Worker threads of each rank (default: its share of the cores).")
  private Integer threads;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "auto",
      description = "Where to compute: auto, cpu or cuda (default: ${DEFAULT-VALUE}).")
  private BackendChoice backend;

  @Option(
      names = "--device",
      paramLabel = "N",
      description = "Number of the GPU (default: the GPUs of a host in turn, one for each rank).")
  private Integer device;

  @Option(
      names = "--exchange",
      paramLabel = "PATH",
      defaultValue = "auto",
      description =
          "How GPU data travels between ranks: auto, ipc, peer, cuda-aware or staged (default:"
              + " ${DEFAULT-VALUE}).")
  private ExchangeChoice exchange;

  /**
   * Returns the requested hardware.
   *
   * @throws UsageException if a number is invalid
   */
  public Computer computer() {
    if (threads != null && threads < 1) {
      throw new UsageException(
          "--threads is " + threads + ": give at least 1, or leave it out for all cores");
    }
    if (device != null && device < 0) {
      throw new UsageException("--device is " + device + ": GPUs are numbered from 0");
    }
    return new Computer(
        backend,
        device == null ? Computer.ANY_DEVICE : device,
        threads == null ? 0 : threads,
        exchange);
  }
}
