package org.jzfof.subhalo.ranks;

import org.jzfof.error.MemoryException;

/**
 * Room in the Java heap for members, while subhaloes are looked for: better to know before than
 * after.
 */
final class HeapRoom {
  /** Members that an array of their columns can hold. */
  private static final long MOST = (Integer.MAX_VALUE - 8) / 9;

  private HeapRoom() {}

  /**
   * Refuses what there is no room for, when garbage has been collected.
   *
   * @param members of this rank
   * @param needed bytes of all
   * @param what they are, with their number
   * @throws MemoryException if they are too many
   */
  static void require(long members, long needed, String what) {
    if (needed > free()) {
      System.gc(); // else what is no longer used would count
    }
    long free = free();
    if (members > MOST || needed > free) {
      throw new MemoryException(
          "%s need about %d MiB, and the Java heap has %d MiB left: set JZFOF_HEAP, use more ranks, give a smaller -b, or leave --subhaloes out"
              .formatted(what, needed >> 20, free >> 20));
    }
  }

  private static long free() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }
}
