package org.jzfof.neighbours.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.packing.PackedLists;
import org.jzfof.neighbours.packing.PackingKernels;

/**
 * Packing of lists on the GPU. A word per pair holds its list above its row, so that one sort of
 * all words sorts every list, however long. A thread then measures the code of each pair, sums of
 * the lengths give their offsets, and a thread writes the code of each pair.
 */
public final class CudaPackingKernels implements PackingKernels {
  private static final String STAGE = "packing";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaPackingKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public PackedLists pack(Lists lists, int[] blockStart) {
    int blocks = blockStart.length - 1;
    int queries = blockStart[blocks];
    long pairs = lists.row().length() - (lists.excludesSelf() ? queries : 0);
    try (Scope temporary = new Scope();
        Scope result = new Scope()) {
      DeviceArray words = temporary.add(sortedWords(lists, queries));
      DeviceArray starts = temporary.add(memory.upload(blockStart));
      Packing packing = new Packing(lists, queries, pairs, words, starts, blocks);
      DeviceArray countOffset = temporary.add(packing.countOffsets());
      DeviceArray pairOffset = temporary.add(packing.pairOffsets());
      long length = memory.get(countOffset, queries) + memory.get(pairOffset, pairs);
      DeviceArray bytes = result.add(memory.allocate(ElementType.U8, length));
      packing.launch("pack_counts").arg(countOffset).arg(pairOffset).arg(bytes).run(queries);
      packing.launch("pack_pairs").arg(countOffset).arg(pairOffset).arg(bytes).run(pairs);
      DeviceArray lengths = temporary.add(memory.allocate(ElementType.I64, blocks));
      packing.launch("block_lengths").arg(countOffset).arg(pairOffset).arg(lengths).run(blocks);
      return result.keep(new PackedLists(bytes, memory.toLongs(lengths)));
    }
  }

  /** I64 words of all pairs, sorted; those of queries that are left out come last. */
  private DeviceArray sortedWords(Lists lists, int queries) {
    long pairs = lists.row().length();
    try (Scope made = new Scope()) {
      DeviceArray words = made.add(memory.allocate(ElementType.I64, pairs));
      kernels
          .launch(STAGE, "pair_words_" + lists.row().type().bytes())
          .arg(lists.start())
          .arg((long) queries)
          .arg(lists.row())
          .arg(pairs)
          .arg(rowBits(lists))
          .arg(lists.self())
          .arg(words)
          .run(pairs);
      int bits = rowBits(lists) + DeviceAlgorithms.bitsFor(queries + 1L);
      made.keep(words);
      return pairs == 0 ? words : algorithms.sort(words, 0, bits);
    }
  }

  /** Number of bits of a word for the row of a neighbour. */
  private static int rowBits(Lists lists) {
    return DeviceAlgorithms.bitsFor(lists.rows());
  }

  /**
   * The structure {@code Packing} of packing.cu.
   *
   * @param pairs number of pairs that are packed
   * @param words I64 sorted words of the pairs
   * @param blockStart I32 [blocks+1]
   */
  private final class Packing {
    private final Lists lists;
    private final int queries;
    private final long pairs;
    private final DeviceArray words;
    private final DeviceArray blockStart;
    private final int blocks;

    Packing(
        Lists lists,
        int queries,
        long pairs,
        DeviceArray words,
        DeviceArray blockStart,
        int blocks) {
      this.lists = lists;
      this.queries = queries;
      this.pairs = pairs;
      this.words = words;
      this.blockStart = blockStart;
      this.blocks = blocks;
    }

    Launch launch(String kernel) {
      return kernels
          .launch(STAGE, kernel)
          .struct(
              CudaArray.address(lists.start()),
              queries,
              CudaArray.address(words),
              pairs,
              rowBits(lists),
              lists.excludesSelf() ? 1 : 0,
              CudaArray.address(blockStart),
              blocks);
    }

    /** I64 [queries+1] bytes of the counts of all queries before. */
    DeviceArray countOffsets() {
      return offsets("count_lengths", queries);
    }

    /** I64 [pairs+1] bytes of all pairs before. */
    DeviceArray pairOffsets() {
      return offsets("pair_lengths", pairs);
    }

    private DeviceArray offsets(String kernel, long count) {
      try (DeviceArray lengths = memory.zeros(ElementType.I32, count + 1)) {
        launch(kernel).arg(lengths).run(count);
        return algorithms.prefixSums(lengths);
      }
    }
  }
}
