package org.jzfof.subhalo.ranks;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.JavaHeap;
import org.jzfof.error.MemoryException;

/**
 * Room in the Java heap for members, while subhaloes are looked for: better to know before than
 * after. Ranks that are threads of one process share its heap.
 */
final class MemberHeapCheck {
  /** Members whose places an array can hold. */
  private static final long MAX_MEMBERS = (Integer.MAX_VALUE - 8) / 3;

  private final Communicator comm;
  private final DeviceMemory memory;
  private final int ranks;

  /**
   * Every rank makes one.
   *
   * @param memory that may keep some of the heap to use it again
   */
  MemberHeapCheck(Communicator comm, DeviceMemory memory) {
    this.comm = comm;
    this.memory = memory;
    this.ranks = NodeRanks.inThisProcess(comm);
  }

  /** Bytes of the heap for each rank. */
  long limit() {
    return Runtime.getRuntime().maxMemory() / ranks;
  }

  /**
   * Refuses what there is no room for, when all has been given back that is no longer used; every
   * rank calls it.
   *
   * @param members of this rank
   * @param needed bytes of all
   * @param what they are, with their number
   * @throws MemoryException if they are too many
   */
  void require(long members, long needed, String what) {
    long[] all = {needed};
    double[] free = {free()};
    share(all, free);
    if (all[0] > free[0]) {
      memory.trim();
      share(new long[1], free);
      System.gc(); // else what is no longer used would count
      free[0] = free();
      share(new long[1], free);
    }
    if (members > MAX_MEMBERS || all[0] > free[0]) {
      throw new MemoryException(
          "%s need about %d MiB%s, and the Java heap has %d MiB left: %s, give a smaller -b, or leave --subhaloes out"
              .formatted(
                  what,
                  needed >> 20,
                  ranks > 1 ? " (those of all ranks %d MiB)".formatted(all[0] >> 20) : "",
                  (long) free[0] >> 20,
                  JavaHeap.remedy(Runtime.getRuntime().maxMemory() - (long) free[0] + all[0])));
    }
  }

  /** Ranks of several processes have no heap in common; in one process are all ranks or one. */
  private void share(long[] needed, double[] free) {
    if (ranks > 1) {
      comm.sum(needed);
      comm.min(free);
    }
  }

  private static long free() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }
}
