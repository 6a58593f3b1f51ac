package org.jzfof.config;

import org.jzfof.error.UsageException;

/**
 * What each rank computes on.
 *
 * @param backend compute device
 * @param device number of the GPU, or -1 for any
 * @param threads worker threads of each rank, or 0 for all cores
 * @param exchange path on which device data travels between ranks
 */
public record Computer(BackendChoice backend, int device, int threads, ExchangeChoice exchange) {

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public Computer {
    if (threads < 0) {
      throw new UsageException(
          "--threads is " + threads + ": give at least 1, or leave it out for all cores");
    }
    if (device < -1) {
      throw new UsageException("--device is " + device + ": GPUs are numbered from 0");
    }
  }

  /** The same with another number of threads. */
  public Computer withThreads(int count) {
    return new Computer(backend, device, count, exchange);
  }
}
