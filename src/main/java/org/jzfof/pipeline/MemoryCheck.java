package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.error.JavaHeap;
import org.jzfof.error.MemoryException;

/** Refuses work that does not fit into memory, before it begins. */
public final class MemoryCheck {
  private final Backend backend;

  public MemoryCheck(Backend backend) {
    this.backend = backend;
  }

  /**
   * Checks the memory for nearest neighbours.
   *
   * @param device bytes of device memory for these points
   * @param heap additional bytes of the Java heap for results
   * @throws MemoryException if the backend cannot hold so many points, or has too little memory
   */
  public void requireForNeighbours(long rows, long device, long heap) {
    backend.requireSources(rows);
    requireBytes(rows, device + (backend.inHeap() ? heap : 0));
    long limit = Runtime.getRuntime().maxMemory();
    if (heap > limit) {
      throw new MemoryException(
          "the results need about %d MiB of the Java heap, which has %d MiB: %s"
              .formatted(heap >> 20, limit >> 20, JavaHeap.remedy(heap)));
    }
  }

  /**
   * Checks the memory for friends-of-friends.
   *
   * @param bytes bytes of device memory for these particles
   * @throws MemoryException if the backend cannot hold so many particles, or has too little memory
   */
  public void requireForGroups(long rows, long bytes) {
    backend.requireParticles(rows);
    requireBytes(rows, bytes);
  }

  private void requireBytes(long rows, long bytes) {
    if (bytes > backend.memoryLimit()) {
      throw new MemoryException(
          "%d particles need about %d MiB, and there are %d MiB: %s"
              .formatted(
                  rows, bytes >> 20, backend.memoryLimit() >> 20, backend.memoryRemedy(bytes)));
    }
  }
}
