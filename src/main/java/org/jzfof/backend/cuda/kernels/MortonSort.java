package org.jzfof.backend.cuda.kernels;

import org.jzfof.backend.cuda.driver.CudaKernels;
import org.jzfof.backend.cuda.driver.CudaMemory;
import org.jzfof.backend.cuda.driver.DeviceAlgorithms;
import org.jzfof.backend.cuda.driver.Launch;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;

/**
 * Points in Morton order ({@link org.jzfof.domain.ParticleKernels#mortonSort}). A word per point
 * holds bits of its key above its number, and words are sorted. Of so many points that the bits do
 * not suffice, those with the same prefix are brought together first: a word need not hold the
 * prefix then, and places are read from near memory.
 */
final class MortonSort {
  /** Points for which the parts are worth their launches. */
  static final long MANY = 1L << 25;

  // A part of a quarter of the points leaves as much memory as all need without a partition.
  private static final long LARGE_PART = 4;

  // Levels that are refined sooner than points are parted.
  private static final int FEW_LEVELS = 1;

  private static final String STAGE = "particles";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final long many;

  /**
   * @param many from how many points on a partition may come first, {@link #MANY} but for tests
   */
  MortonSort(DeviceAlgorithms algorithms, long many) {
    this.kernels = algorithms.kernels();
    this.memory = algorithms.memory();
    this.algorithms = algorithms;
    this.many = many;
  }

  /** What the keys are to tell. */
  private record Order(int depth, int maxRun) {}

  /**
   * Sorts points.
   *
   * @param positions closed
   */
  SortedPoints sort(DeviceArray positions, long count, int depth, int maxRun) {
    Order order = new Order(depth, maxRun);
    try (positions) {
      boolean worthwhile = count >= many && missing(count, depth, 0) > FEW_LEVELS;
      return worthwhile ? sortParts(positions, count, order) : sortAll(positions, count, order);
    }
  }

  private SortedPoints sortAll(DeviceArray positions, long count, Order order) {
    PointRows rows = PointRows.of(positions);
    try (Scope made = new Scope();
        Words words = sortedWords(rows, count, 0, order)) {
      SortedPoints points = allocate(count, made);
      gather(words, rows, points, 0);
      return made.keep(points);
    }
  }

  /**
   * In as few parts as give the keys enough bits; at least eight, which need little memory each.
   */
  private SortedPoints sortParts(DeviceArray positions, long count, Order order) {
    int levels = 1;
    long[] start;
    try (Scope made = new Scope()) {
      DeviceArray placed;
      try (PrefixPartition partition = PrefixPartition.of(algorithms, positions, count)) {
        if (partition.largest(levels) > count / LARGE_PART) {
          return sortAll(positions, count, order);
        }
        while (levels < PrefixPartition.LEVELS
            && missing(partition.largest(levels), order.depth, levels) > 0
            && count >= many << 3 * levels) {
          levels++;
        }
        start = partition.starts(levels);
        placed = made.add(partition.place());
      }
      positions.close();
      SortedPoints points = allocate(count, made);
      for (int part = 0; part + 1 < start.length; part++) {
        long first = start[part];
        if (start[part + 1] > first) {
          PointRows rows = PointRows.placed(placed, first);
          try (Words words = sortedWords(rows, start[part + 1] - first, levels, order)) {
            gather(words, rows, points, first);
          }
        }
      }
      placed.close();
      return made.keep(points);
    }
  }

  private SortedPoints allocate(long count, Scope made) {
    return new SortedPoints(
        count,
        made.add(memory.allocate(ElementType.I32, count)),
        made.add(memory.allocate(ElementType.I32, count)),
        made.add(memory.allocate(ElementType.I32, count)),
        made.add(memory.allocate(ElementType.I32, count)));
  }

  /** Wanted bits per dimension, behind some that are known, for which a word has no room. */
  private static int missing(long count, int depth, int known) {
    return depth - known - (Long.SIZE - DeviceAlgorithms.bitsFor(count)) / 3;
  }

  /**
   * Points in order.
   *
   * @param words I64 [n] bits of their keys above their numbers
   * @param numberBits how many bits the numbers have
   */
  private record Words(DeviceArray words, int numberBits) implements AutoCloseable {
    @Override
    public void close() {
      words.close();
    }
  }

  /**
   * Sorts points that share the first bits of their keys.
   *
   * @param known bits per dimension that they share
   */
  private Words sortedWords(PointRows rows, long count, int known, Order order) {
    int numberBits = DeviceAlgorithms.bitsFor(count);
    int width =
        Math.max(1, Math.min(wholePasses(order.depth - known), (Long.SIZE - numberBits) / 3));
    DeviceArray unsorted = memory.allocate(ElementType.I64, count);
    rows.pass(kernels.launch(STAGE, "morton_words"))
        .arg(count)
        .arg(known)
        .arg(width)
        .arg(numberBits)
        .arg(unsorted)
        .run(count);
    try (Scope made = new Scope()) {
      DeviceArray words = made.add(algorithms.sort(unsorted, numberBits, numberBits + 3 * width));
      new RunRefinement(algorithms, rows, words, numberBits, order.maxRun)
          .refine(known + width, order.depth);
      return made.keep(new Words(words, numberBits));
    }
  }

  /** Bits per dimension that cost no more passes of the sort, and leave fewer equal keys. */
  private static int wholePasses(int depth) {
    int passes = (3 * depth + DeviceAlgorithms.SORT_DIGIT - 1) / DeviceAlgorithms.SORT_DIGIT;
    return passes * DeviceAlgorithms.SORT_DIGIT / 3;
  }

  /** Puts sorted points into their arrays, from a place on. */
  private void gather(Words words, PointRows rows, SortedPoints points, long first) {
    Launch launch =
        kernels
            .launch(STAGE, "gather_points")
            .arg(words.words)
            .arg(words.words.length())
            .arg(words.numberBits);
    rows.pass(launch)
        .arg(first)
        .arg(points.x())
        .arg(points.y())
        .arg(points.z())
        .arg(points.row())
        .run(words.words.length());
  }
}
