package org.jzfof.domain.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.domain.Morton;

/**
 * Orders the points of very long runs of equal leading bits of the Morton key by further bits,
 * until runs are short or all bits have been used. Only the points of such runs are touched: they
 * are listed, sorted by the number of their run and as many bits as fit beside it, and put back.
 */
final class RunRefinement {
  private static final String STAGE = "refinement";
  // Few bits split most runs, and cost few passes of the sort.
  private static final int STEP = 8;
  private static final int ROW_BITS = Long.SIZE - MortonSort.LEADING_BITS;
  // Number of complete levels that the points of a run share.
  private static final int LEADING_LEVELS = MortonSort.LEADING_BITS / 3;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final DeviceArray positions;
  private final DeviceArray words;
  private final LongRuns longRuns;

  /**
   * @param positions I32 [3n]
   * @param words I64 [n] sorted words, each with a key in its upper half and the row of a point in
   *     its lower half; the rows are changed
   * @param maxRun longest run that may stay unordered
   */
  RunRefinement(DeviceAlgorithms algorithms, DeviceArray positions, DeviceArray words, int maxRun) {
    this.kernels = algorithms.kernels();
    this.memory = algorithms.memory();
    this.algorithms = algorithms;
    this.positions = positions;
    this.words = words;
    this.longRuns = new LongRuns(algorithms, maxRun);
  }

  /** The points under refinement: sort key so far, row, and index of the word. */
  private record Entries(DeviceArray keys, DeviceArray rows, DeviceArray indices)
      implements AutoCloseable {
    long count() {
      return keys.length();
    }

    @Override
    public void close() {
      keys.close();
      rows.close();
      indices.close();
    }
  }

  /** Orders very long runs. */
  void refine() {
    DeviceArray selected = LongRuns.findVeryLong(algorithms, words);
    if (selected == null) {
      return;
    }
    Entries entries = take(selected);
    int skip = LEADING_LEVELS;
    while (entries != null && skip < Morton.BITS) {
      try (DeviceArray heads = algorithms.runHeads(entries.keys());
          DeviceAlgorithms.BitCounts offsets = algorithms.offsets(heads)) {
        int runBits = DeviceAlgorithms.bitsFor(offsets.all());
        int width = Math.min(Morton.BITS - skip, Math.min(STEP, (64 - runBits) / 3));
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
        .arg(ROW_BITS)
        .arg(keys)
        .arg(rows)
        .run(count);
    return new Entries(keys, rows, selected);
  }

  private Entries sort(
      Entries entries, DeviceArray heads, DeviceArray offsets, int skip, int width, int runBits) {
    long count = entries.count();
    kernels
        .launch(STAGE, "refine_keys")
        .arg(heads)
        .arg(offsets)
        .arg(entries.rows())
        .arg(count)
        .arg(positions)
        .arg(skip)
        .arg(width)
        .arg(entries.keys())
        .run(count);
    DeviceAlgorithms.Sorted sorted =
        algorithms.sort(entries.keys(), entries.rows(), runBits + 3 * width);
    longRuns.putRows(sorted.values(), entries.indices(), ROW_BITS, words);
    return new Entries(sorted.keys(), sorted.values(), entries.indices());
  }

  /**
   * Selects the entries that still need refinement; null without such entries. Closes {@code
   * entries} or returns it.
   */
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
          .arg(entries.indices())
          .arg(kept.keys())
          .arg(kept.rows())
          .arg(kept.indices())
          .run(count);
      return kept;
    }
  }
}
