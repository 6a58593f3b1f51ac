package org.jzfof.backend.cuda.kernels;

import org.jzfof.backend.cuda.driver.CudaKernels;
import org.jzfof.backend.cuda.driver.CudaMemory;
import org.jzfof.backend.cuda.driver.DeviceAlgorithms;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Morton;

/**
 * Orders the points of long runs of equal Morton keys by further bits, until runs are short or all
 * bits have been used. Only the points of such runs are touched: they are listed, sorted by the
 * number of their run and as many bits as fit beside it, and put back.
 */
final class RunRefinement {
  private static final String STAGE = "refinement";
  // Few bits part most runs, and cost few passes of the sort.
  private static final int STEP = 8;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final PointRows points;
  private final DeviceArray words;
  private final int rowBits;
  private final LongRuns longRuns;

  /**
   * @param points places of the points
   * @param words I64 key and number of each point, sorted; their rows are changed
   * @param maxRun longest run that may stay as it is
   */
  RunRefinement(
      DeviceAlgorithms algorithms, PointRows points, DeviceArray words, int rowBits, int maxRun) {
    this.kernels = algorithms.kernels();
    this.memory = algorithms.memory();
    this.algorithms = algorithms;
    this.points = points;
    this.words = words;
    this.rowBits = rowBits;
    this.longRuns = new LongRuns(algorithms, maxRun);
  }

  /** The points under refinement: sort key so far, row, and place among the words. */
  private record Entries(DeviceArray keys, DeviceArray rows, DeviceArray places)
      implements AutoCloseable {
    long count() {
      return keys.length();
    }

    @Override
    public void close() {
      keys.close();
      rows.close();
      places.close();
    }
  }

  /**
   * @param depth bits per dimension in the words
   * @param wanted bits per dimension that mostly suffice
   */
  void refine(int depth, int wanted) {
    DeviceArray selected = longRuns.find(words, rowBits, words.length());
    if (selected == null) {
      return;
    }
    Entries entries = take(selected);
    int skip = depth;
    while (entries != null && skip < Morton.BITS) {
      int target = skip < wanted ? wanted : Morton.BITS;
      try (DeviceArray heads = algorithms.runHeads(entries.keys());
          DeviceAlgorithms.BitCounts offsets = algorithms.offsets(heads)) {
        int runBits = DeviceAlgorithms.bitsFor(offsets.all());
        int width = Math.min(target - skip, Math.min(STEP, (64 - runBits) / 3));
        entries = sort(entries, heads, offsets.before(), skip, width, runBits);
        skip += width;
      }
      entries = keepLongRuns(entries);
    }
    if (entries != null) {
      entries.close();
    }
  }

  private Entries take(DeviceArray selected) {
    long count = selected.length();
    DeviceArray keys = memory.allocate(ElementType.I64, count);
    DeviceArray rows = memory.allocate(ElementType.I32, count);
    kernels
        .launch(STAGE, "take_words")
        .arg(words)
        .arg(selected)
        .arg(count)
        .arg(rowBits)
        .arg(keys)
        .arg(rows)
        .run(count);
    return new Entries(keys, rows, selected);
  }

  private Entries sort(
      Entries entries, DeviceArray heads, DeviceArray offsets, int skip, int width, int runBits) {
    long count = entries.count();
    points
        .pass(
            kernels
                .launch(STAGE, "refine_keys")
                .arg(heads)
                .arg(offsets)
                .arg(entries.rows())
                .arg(count))
        .arg(skip)
        .arg(width)
        .arg(entries.keys())
        .run(count);
    DeviceAlgorithms.Sorted sorted =
        algorithms.sort(entries.keys(), entries.rows(), runBits + 3 * width);
    longRuns.putRows(sorted.values(), entries.places(), rowBits, words);
    return new Entries(sorted.keys(), sorted.values(), entries.places());
  }

  /** Those of the entries that still need refinement; null if none do. */
  private Entries keepLongRuns(Entries entries) {
    DeviceArray selected = longRuns.find(entries.keys(), 0, entries.count());
    if (selected == null) {
      entries.close();
      return null;
    }
    if (selected.length() == entries.count()) {
      selected.close();
      return entries;
    }
    return keep(entries, selected);
  }

  private Entries keep(Entries entries, DeviceArray selected) {
    try (entries;
        selected) {
      long count = selected.length();
      Entries kept =
          new Entries(
              memory.allocate(ElementType.I64, count),
              memory.allocate(ElementType.I32, count),
              memory.allocate(ElementType.I32, count));
      kernels
          .launch(STAGE, "keep_entries")
          .arg(selected)
          .arg(count)
          .arg(entries.keys())
          .arg(entries.rows())
          .arg(entries.places())
          .arg(kept.keys())
          .arg(kept.rows())
          .arg(kept.places())
          .run(count);
      return kept;
    }
  }
}
