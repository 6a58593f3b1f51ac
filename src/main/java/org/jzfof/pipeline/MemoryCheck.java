package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.error.MemoryException;

/** Refuses work that will not fit, before it begins. */
final class MemoryCheck {
  private final Backend backend;

  MemoryCheck(Backend backend) {
    this.backend = backend;
  }

  /** As {@link #require(long, long)}, where the heap is needed besides the device. */
  void require(long rows, long device, long heap) {
    require(rows, device + (backend.inHeap() ? heap : 0));
    long limit = Runtime.getRuntime().maxMemory();
    if (heap > limit) {
      throw new MemoryException(
          "the results need about %d MiB on the way to the file, and the Java heap has %d MiB: set JZFOF_HEAP, or use more ranks"
              .formatted(heap >> 20, limit >> 20));
    }
  }

  /**
   * @param rows particles of this rank
   * @param bytes device memory that they need
   * @throws MemoryException if a backend does not hold so many, or has too little memory
   */
  void require(long rows, long bytes) {
    if (rows > backend.maxParticles()) {
      throw new MemoryException(
          "%d particles are more than one rank holds on the %s backend (%d): use more ranks"
              .formatted(rows, backend.name(), backend.maxParticles()));
    }
    if (bytes > backend.memoryLimit()) {
      throw new MemoryException(
          "%d particles need about %d MiB, and there are %d MiB: %s"
              .formatted(rows, bytes >> 20, backend.memoryLimit() >> 20, backend.memoryRemedy()));
    }
  }
}
