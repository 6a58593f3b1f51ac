package org.jzfof.subhalo.ranks;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.JavaHeap;
import org.jzfof.error.MemoryException;

/**
 * Checks in advance whether the Java heap has room for the members of a search. Ranks that are
 * threads of one process share its heap.
 */
final class MemberHeapCheck {
  /** Maximum number of members whose positions fit an array. */
  private static final long MAX_MEMBERS = (Integer.MAX_VALUE - 8) / 3;

  private final Communicator comm;
  private final DeviceMemory memory;
  private final int ranks;

  /**
   * Every rank calls the constructor.
   *
   * @param memory memory that may keep released parts of the heap for reuse
   */
  MemberHeapCheck(Communicator comm, DeviceMemory memory) {
    this.comm = comm;
    this.memory = memory;
    this.ranks = NodeRanks.inThisProcess(comm);
  }

  /** Returns the bytes of the heap for each rank. */
  long limit() {
    return Runtime.getRuntime().maxMemory() / ranks;
  }

  /**
   * Throws an exception if the heap has no room, after unused memory has been released; every rank
   * calls it.
   *
   * @param needed bytes of all members of this rank
   * @param what description of the members with their number, for the message
   * @throws MemoryException if there are too many members
   */
  void require(long members, long needed, String what) {
    long[] all = {needed};
    double[] free = {free()};
    share(all, free);
    if (all[0] > free[0]) {
      memory.trim();
      share(new long[1], free);
      System.gc(); // otherwise unused objects would count
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

  /** Combines the values of ranks that share a heap. A process has either all ranks or one. */
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
