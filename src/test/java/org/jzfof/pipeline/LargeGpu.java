package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.config.Computer;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.SortedPoints;

/** A GPU that holds more than 2^31 particles, and arrays that fill it. */
final class LargeGpu implements AutoCloseable {
  private static final long NEEDED = 130L << 30;

  private final Backend backend;

  private LargeGpu(Backend backend) {
    this.backend = backend;
  }

  /** Takes the GPU; skips the test where it has too little memory. */
  static LargeGpu open() {
    Backend backend = CudaBackend.open(Computer.ANY_DEVICE, 0);
    long memory = backend.memoryLimit();
    if (memory < NEEDED) {
      backend.close();
    }
    assumeTrue(
        memory >= NEEDED,
        "needs a GPU with %d GiB of memory; this one has %d".formatted(NEEDED >> 30, memory >> 30));
    return new LargeGpu(backend);
  }

  Backend backend() {
    return backend;
  }

  DeviceMemory memory() {
    return backend.memory();
  }

  /** I32 [n]: 0, 1, 2 ... */
  DeviceArray count(long n) {
    DeviceArray numbers = memory().upload(new int[] {0});
    while (numbers.length() < n) {
      long more = Math.min(numbers.length(), n - numbers.length());
      try (DeviceArray first = numbers;
          DeviceArray second = memory().slice(numbers, 0, more)) {
        numbers = backend.particles().joinRows(rows(first), rows(second));
      }
    }
    return numbers;
  }

  private static SortedPoints rows(DeviceArray rows) {
    return new SortedPoints(rows.length(), null, null, null, rows);
  }

  /** I32 [n] of one value. */
  DeviceArray constant(long n, int value) {
    DeviceArray values = memory().allocate(ElementType.I32, n);
    memory().fill(values, 0, n, value);
    return values;
  }

  /** Repeats the first elements of an array through the next ones, up to an end. */
  void repeat(DeviceArray array, long elements, long end) {
    for (long done = elements; done < end; done += Math.min(done, end - done)) {
      memory().copy(array, 0, array, done, Math.min(done, end - done));
    }
  }

  @Override
  public void close() {
    assertEquals(0, backend.memory().used(), "device arrays left open");
    backend.close();
  }
}
