package org.jzfof.literature.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.Neighbours;

/**
 * Nearest neighbours by a thread for each query ({@code nearest.cuh}). First each thread has the
 * nodes that are nearest as floats to itself; where that does not decide, which is where distances
 * are equal, and for many neighbours or points that coincide, it has a heap in device memory.
 */
final class ThreadSearch {
  /** Threads of a block. */
  static final int BLOCK = 128;

  /** Most neighbours that a thread has to itself. */
  private static final int MOST_IN_THREAD = 64;

  private static final int LEAST_IN_THREAD = 8;

  /** Bytes for the heaps of queries that are answered at a time, where one is not more. */
  private static final long HEAP_BYTES = 64L << 20;

  private static final int ENTRY_BYTES = Double.BYTES + Integer.BYTES;

  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  ThreadSearch(CudaMemory memory, DeviceAlgorithms algorithms) {
    this.memory = memory;
    this.algorithms = algorithms;
  }

  /** A kernel with what it searches in and the queries of a range of places. */
  @FunctionalInterface
  interface Start {
    Launch of(String kernel, long from, long to);
  }

  /** Device bytes, but for the heaps of queries that are not decided at first. */
  static long bytes(long queries, int k) {
    return k <= MOST_IN_THREAD ? queries / Byte.SIZE : block(queries, k) * k * ENTRY_BYTES;
  }

  /** Queries that are answered at a time with heaps in device memory. */
  private static long block(long queries, int k) {
    return Math.min(queries, Math.max(1, HEAP_BYTES / (ENTRY_BYTES * (long) k)));
  }

  /**
   * @param coincide whether several points may be at one place
   */
  void nearest(Start start, MethodQueries queries, boolean coincide, Neighbours found) {
    if (coincide || found.k() > MOST_IN_THREAD) {
      withHeaps(start, queries, null, found);
      return;
    }
    long count = queries.to() - queries.from();
    int capacity = Math.max(LEAST_IN_THREAD, Integer.highestOneBit(2 * found.k() - 1));
    try (DeviceArray bits = memory.zeros(ElementType.I32, (count + 31) / 32 + 1)) {
      start
          .of("find_nearest_" + capacity, queries.from(), queries.to())
          .struct(MethodArguments.answers(queries, found))
          .arg(bits)
          .run(count, BLOCK);
      try (DeviceArray undecided = algorithms.indices(bits, 0)) {
        withHeaps(start, queries, undecided, found);
      }
    }
  }

  /**
   * @param chosen I32 places from the first, or null for all
   */
  private void withHeaps(Start start, MethodQueries queries, DeviceArray chosen, Neighbours found) {
    long first = chosen == null ? queries.from() : 0;
    long end = chosen == null ? queries.to() : chosen.length();
    long block = block(end - first, found.k());
    try (DeviceArray distances = memory.allocate(ElementType.F64, block * found.k());
        DeviceArray rows = memory.allocate(ElementType.I32, block * found.k())) {
      for (long from = first; from < end; from += block) {
        long to = Math.min(from + block, end);
        start
            .of("find_nearest", from, to)
            .arg(chosen)
            .arg(distances)
            .arg(rows)
            .arg(queries.from())
            .struct(MethodArguments.answers(queries, found))
            .run(to - from, BLOCK);
      }
    }
  }
}
