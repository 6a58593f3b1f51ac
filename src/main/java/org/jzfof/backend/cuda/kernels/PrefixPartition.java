package org.jzfof.backend.cuda.kernels;

import org.jzfof.backend.cuda.driver.DeviceAlgorithms;
import org.jzfof.backend.cuda.driver.TableKernels;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.Scope;

/**
 * Parts points by the first bits of their Morton keys, so that those near each other come near each
 * other in memory.
 */
final class PrefixPartition implements AutoCloseable {
  /** Bits per dimension of a prefix. */
  static final int LEVELS = 3;

  /** Number of prefixes. */
  static final int PREFIXES = 1 << 3 * LEVELS;

  private static final String STAGE = "prefixes";
  private static final long STRETCH = 16384;
  private static final int BLOCK = 512;

  private final DeviceAlgorithms algorithms;
  private final DeviceArray positions;
  private final long count;
  private final DeviceArray before;
  private final long[] start;

  private PrefixPartition(
      DeviceAlgorithms algorithms,
      DeviceArray positions,
      long count,
      DeviceArray before,
      long[] start) {
    this.algorithms = algorithms;
    this.positions = positions;
    this.count = count;
    this.before = before;
    this.start = start;
  }

  /**
   * Counts the points of each prefix.
   *
   * @param positions I32 [3n]
   * @param count n, at least 1
   */
  static PrefixPartition of(DeviceAlgorithms algorithms, DeviceArray positions, long count) {
    try (Scope made = new Scope()) {
      DeviceArray before = made.add(rowsBefore(algorithms, positions, count));
      TableKernels tables = new TableKernels(algorithms.kernels(), algorithms.memory());
      try (DeviceArray starts = tables.every(stretches(count), before, PREFIXES + 1)) {
        long[] start = algorithms.memory().toLongs(starts);
        return made.keep(new PrefixPartition(algorithms, positions, count, before, start));
      }
    }
  }

  private static long stretches(long count) {
    return (count + STRETCH - 1) / STRETCH;
  }

  /** I64 [PREFIXES·stretches + 1] rows before those of each prefix and stretch, and all rows. */
  private static DeviceArray rowsBefore(
      DeviceAlgorithms algorithms, DeviceArray positions, long count) {
    long stretches = stretches(count);
    try (DeviceArray counts =
        algorithms.memory().allocate(ElementType.I32, PREFIXES * stretches + 1)) {
      algorithms
          .kernels()
          .launch(STAGE, "count_prefixes")
          .arg(positions)
          .arg(count)
          .arg(stretches)
          .arg(counts)
          .run(stretches * BLOCK, BLOCK);
      return algorithms.sums(counts);
    }
  }

  /** First point of each range of prefixes that agree in so many levels, and n. */
  long[] starts(int levels) {
    int step = 1 << 3 * (LEVELS - levels);
    long[] some = new long[PREFIXES / step + 1];
    for (int r = 0; r < some.length; r++) {
      some[r] = start[r * step];
    }
    return some;
  }

  /** Points of the fullest range of prefixes that agree in so many levels. */
  long largest(int levels) {
    long[] starts = starts(levels);
    long largest = 0;
    for (int r = 1; r < starts.length; r++) {
      largest = Math.max(largest, starts[r] - starts[r - 1]);
    }
    return largest;
  }

  /**
   * Places the points, stably.
   *
   * @return I32 [4n] x, y, z and row of each point
   */
  DeviceArray place() {
    DeviceArray placed = algorithms.memory().allocate(ElementType.I32, 4 * count);
    algorithms
        .kernels()
        .launch(STAGE, "place_by_prefix")
        .arg(positions)
        .arg(count)
        .arg(stretches(count))
        .arg(before)
        .arg(placed)
        .run(stretches(count) * BLOCK, BLOCK);
    return placed;
  }

  @Override
  public void close() {
    before.close();
  }
}
