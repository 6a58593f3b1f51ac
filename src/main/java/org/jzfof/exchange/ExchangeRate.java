package org.jzfof.exchange;

import java.util.stream.LongStream;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;

/**
 * Measures the speed of an exchange in which every rank sends the same amount to every other one.
 */
public final class ExchangeRate {
  private final ArrayExchange arrays;
  private final DeviceMemory memory;

  public ExchangeRate(ArrayExchange arrays, DeviceMemory memory) {
    this.arrays = arrays;
    this.memory = memory;
  }

  /**
   * Runs one exchange; every rank calls it.
   *
   * @param bytes bytes from each rank to each other rank
   * @return seconds until the slowest rank has received everything
   */
  public double seconds(long bytes) {
    Communicator comm = arrays.comm();
    int size = comm.size();
    long[] start =
        LongStream.rangeClosed(0, size).map(r -> bytes * (r - (r > comm.rank() ? 1 : 0))).toArray();
    try (DeviceArray from = memory.allocate(ElementType.U8, start[size]);
        DeviceArray to = memory.allocate(ElementType.U8, start[size])) {
      memory.finish();
      comm.sum(new long[1]); // start together
      long begin = System.nanoTime();
      arrays.exchange(from, start, to, start);
      memory.finish();
      double[] seconds = {1e-9 * (System.nanoTime() - begin)};
      comm.max(seconds);
      return seconds[0];
    }
  }

  /** Returns the bytes per second that every rank receives. */
  public double rate(long bytes) {
    return bytes * (arrays.comm().size() - 1) / seconds(bytes);
  }
}
