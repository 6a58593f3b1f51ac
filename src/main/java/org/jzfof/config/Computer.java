package org.jzfof.config;

import org.jzfof.error.UsageException;

/**
 * The hardware that each rank uses.
 *
 * @param device number of the GPU, or {@link #ANY_DEVICE}
 * @param threads number of worker threads per rank, or 0 for all cores
 * @param exchange path on which device data travels between ranks
 */
public record Computer(BackendChoice backend, int device, int threads, ExchangeChoice exchange) {
  /** A device number that selects the GPU by the number of the rank on its host. */
  public static final int ANY_DEVICE = -1;

  /** Maximum number of threads of a pool (java.util.concurrent.ForkJoinPool). */
  private static final int MAXIMUM_THREADS = 32767;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public Computer {
    if (threads < 0) {
      throw new UsageException(
          "--threads is " + threads + ": give at least 1, or leave it out for all cores");
    }
    if (threads > MAXIMUM_THREADS) {
      throw new UsageException("--threads is " + threads + ": give at most " + MAXIMUM_THREADS);
    }
    if (device < ANY_DEVICE) {
      throw new UsageException("--device is " + device + ": GPUs are numbered from 0");
    }
  }

  /** The same hardware with another number of threads. */
  public Computer withThreads(int count) {
    return new Computer(backend, device, count, exchange);
  }
}
