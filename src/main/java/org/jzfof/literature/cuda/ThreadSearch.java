package org.jzfof.literature.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.cuda.CudaWork;

/**
 * Search for nearest neighbours with a thread per query ({@code nearest.cuh}). First each thread
 * keeps the nearest nodes by distances in single precision in registers and local memory. Queries
 * that this does not decide, because distances are equal, are repeated with a heap in device memory
 * per query. Searches for many neighbours or among coincident points, and those whose work is
 * counted, use heaps from the beginning.
 */
final class ThreadSearch {
  /** Number of threads of a block. */
  static final int BLOCK = 128;

  /** Largest number of neighbours in registers and local memory of a thread. */
  private static final int MAX_IN_THREAD = 64;

  private static final int MIN_IN_THREAD = 8;

  /** Bytes of the heaps of a block of queries, unless one heap is larger. */
  private static final long HEAP_BYTES = 64L << 20;

  private static final int ENTRY_BYTES = Double.BYTES + Integer.BYTES;

  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  ThreadSearch(CudaMemory memory, DeviceAlgorithms algorithms) {
    this.memory = memory;
    this.algorithms = algorithms;
  }

  /** Prepares a kernel with the arguments of an index and the queries [from, to). */
  @FunctionalInterface
  interface KernelLauncher {
    Launch of(String kernel, long from, long to);
  }

  /**
   * Device bytes of a search, without the heaps of queries that the first pass leaves undecided.
   */
  static long bytes(long queries, int k) {
    return k <= MAX_IN_THREAD ? queries / Byte.SIZE : block(queries, k) * k * ENTRY_BYTES;
  }

  /** Number of queries per block in a search with heaps in device memory. */
  private static long block(long queries, int k) {
    return Math.min(queries, Math.max(1, HEAP_BYTES / (ENTRY_BYTES * (long) k)));
  }

  /** Finds the nearest points of queries. */
  void findNearest(
      KernelLauncher launcher, MethodQueries queries, boolean coincide, Neighbours found) {
    if (coincide || found.k() > MAX_IN_THREAD || queries.work() != null) {
      withHeaps(launcher, queries, null, found);
      return;
    }
    long count = queries.to() - queries.from();
    int capacity = Math.max(MIN_IN_THREAD, Integer.highestOneBit(2 * found.k() - 1));
    try (DeviceArray bits = memory.zeros(ElementType.I32, (count + 31) / 32 + 1)) {
      launcher
          .of("find_nearest_" + capacity, queries.from(), queries.to())
          .struct(MethodArguments.answers(queries, found))
          .arg(bits)
          .run(count, BLOCK);
      try (DeviceArray undecided = algorithms.indices(bits, 0)) {
        withHeaps(launcher, queries, undecided, found);
      }
    }
  }

  /**
   * Finds the nearest points of queries with heaps in device memory.
   *
   * @param selection I32 indices of the queries, counted from the first query to answer, or null
   *     for all
   */
  private void withHeaps(
      KernelLauncher launcher, MethodQueries queries, DeviceArray selection, Neighbours found) {
    long first = selection == null ? queries.from() : 0;
    long end = selection == null ? queries.to() : selection.length();
    long block = block(end - first, found.k());
    try (DeviceArray distances = memory.allocate(ElementType.F64, block * found.k());
        DeviceArray rows = memory.allocate(ElementType.I32, block * found.k())) {
      for (long from = first; from < end; from += block) {
        long to = Math.min(from + block, end);
        String kernel = queries.work() == null ? "find_nearest" : "find_nearest_counted";
        Launch launch =
            launcher
                .of(kernel, from, to)
                .arg(selection)
                .arg(distances)
                .arg(rows)
                .arg(queries.from())
                .struct(MethodArguments.answers(queries, found));
        CudaWork.addTo(launch, queries.work()).run(to - from, BLOCK);
      }
    }
  }
}
