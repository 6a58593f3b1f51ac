package org.jzfof.domain.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;

/**
 * Sorts points in Morton order ({@link org.jzfof.domain.ParticleKernels#mortonSort}). A word per
 * point holds the first 32 bits of its key above its row. After the words are sorted, very long
 * runs of equal bits are ordered ({@link RunRefinement}) and the points are gathered. Then one
 * block per run orders the points of long runs by all bits.
 */
final class MortonSort {
  /** Number of key bits by which words are sorted; the row is in the bits below. */
  static final int LEADING_BITS = 32;

  private static final String STAGE = "morton_sort";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final int maxRun;

  /**
   * @param maxRun longest run that may stay unordered, 1 to 32
   */
  MortonSort(DeviceAlgorithms algorithms, int maxRun) {
    this.kernels = algorithms.kernels();
    this.memory = algorithms.memory();
    this.algorithms = algorithms;
    this.maxRun = maxRun;
  }

  /** Kernels that order longer and longer runs (morton_sort.cu). */
  private enum RunKernel {
    SHORT("order_short_runs", 32, 8192),
    MIDDLE("order_middle_runs", 256, 2048),
    LONG("order_long_runs", 1024, 512);

    private final String kernel;
    private final int threads;
    // This many blocks keep all multiprocessors busy.
    private final long blocks;

    RunKernel(String kernel, int threads, long blocks) {
      this.kernel = kernel;
      this.threads = threads;
      this.blocks = blocks;
    }
  }

  /**
   * Sorts points.
   *
   * @param positions I32 [3n]; closed
   * @param n at most 2^32
   */
  SortedPoints sort(DeviceArray positions, long n) {
    try (positions;
        Scope made = new Scope();
        DeviceArray words = sortedWords(positions, n)) {
      SortedPoints points = made.add(SortedPoints.allocate(memory, n));
      gather(words, positions, points);
      return made.keep(points);
    }
  }

  /**
   * I64 [n] sorted words of leading bits and rows; the rows of very long runs are in their final
   * order.
   */
  private DeviceArray sortedWords(DeviceArray positions, long n) {
    DeviceArray unsorted = memory.allocate(ElementType.I64, n);
    kernels.launch(STAGE, "morton_words").arg(positions).arg(n).arg(unsorted).run(n);
    try (Scope made = new Scope()) {
      DeviceArray words = made.add(algorithms.sort(unsorted, Long.SIZE - LEADING_BITS, Long.SIZE));
      new RunRefinement(algorithms, positions, words, maxRun).refine();
      return made.keep(words);
    }
  }

  /** Gathers sorted points into their arrays and orders those of long runs. */
  private void gather(DeviceArray words, DeviceArray positions, SortedPoints points) {
    long n = points.count();
    long maxRuns = n / (maxRun + 1);
    RunKernel[] lengths = RunKernel.values();
    try (DeviceArray starts = memory.allocate(ElementType.I32, lengths.length * maxRuns);
        DeviceArray counts = memory.zeros(ElementType.I32, lengths.length)) {
      addPoints(
              kernels.launch(STAGE, "gather_points").arg(words).arg(n).arg(positions).arg(maxRun),
              points)
          .arg(maxRuns)
          .arg(starts)
          .arg(counts)
          .run(n);
      for (RunKernel length : lengths) {
        Launch launch =
            kernels
                .launch(STAGE, length.kernel)
                .arg(words)
                .arg(n)
                .arg(CudaArray.address(starts) + Integer.BYTES * length.ordinal() * maxRuns)
                .arg(CudaArray.address(counts) + Integer.BYTES * length.ordinal());
        addPoints(launch, points)
            .run(length.threads * Math.min(maxRuns, length.blocks), length.threads);
      }
    }
  }

  private static Launch addPoints(Launch launch, SortedPoints points) {
    return launch.arg(points.x()).arg(points.y()).arg(points.z()).arg(points.row());
  }
}
