package org.jzfof.device.cpu;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.Scope;
import org.jzfof.threads.Parallel;

/** Stable least-significant-digit radix sort of 64-bit words by a field of their bits. */
public final class RadixSort {
  private static final int MAX_DIGIT_BITS = 11;
  private static final int MIN_BLOCK = 1 << 14;

  private final CpuMemory memory;

  public RadixSort(CpuMemory memory) {
    this.memory = memory;
  }

  /**
   * @param words I64 words to sort; closed
   * @param shift lowest bit of the field
   * @param bits width of the field
   * @return I64 sorted words
   */
  public DeviceArray sort(DeviceArray words, int shift, int bits) {
    int n = (int) words.length();
    int passes = (bits + MAX_DIGIT_BITS - 1) / MAX_DIGIT_BITS;
    try (Scope buffers = new Scope()) {
      DeviceArray from = buffers.add(words);
      DeviceArray to = buffers.add(memory.allocate(ElementType.I64, n));
      for (int p = 0; p < passes; p++) {
        int low = bits * p / passes;
        int width = bits * (p + 1) / passes - low;
        scatter(CpuArray.longs(from), CpuArray.longs(to), n, shift + low, width);
        DeviceArray t = from;
        from = to;
        to = t;
      }
      to.close();
      return buffers.keep(from);
    }
  }

  /**
   * Sorts words by their high halves.
   *
   * @param words I64; closed
   * @param bits number of low bits of the high halves to sort by
   * @return I32 low halves of the sorted words
   */
  public DeviceArray lowHalves(DeviceArray words, int bits) {
    try (Scope made = new Scope();
        DeviceArray sorted = sort(words, Integer.SIZE, bits)) {
      DeviceArray halves = made.add(memory.allocate(ElementType.I32, sorted.length()));
      long[] word = CpuArray.longs(sorted);
      int[] half = CpuArray.ints(halves);
      Parallel.forRange(
          (int) halves.length(),
          MIN_BLOCK,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              half[i] = (int) word[i];
            }
          });
      return made.keep(halves);
    }
  }

  private void scatter(long[] from, long[] to, int n, int shift, int width) {
    int blocks = Math.max(1, Math.min(Parallel.threads(), n / MIN_BLOCK));
    int size = (n + blocks - 1) / blocks;
    int digits = 1 << width;
    int mask = digits - 1;
    int[][] position = new int[blocks][];
    Parallel.forRange(
        blocks,
        1,
        (b, end) -> {
          int[] count = new int[digits];
          int last = Math.min(n, (b + 1) * size);
          for (int i = b * size; i < last; i++) {
            count[(int) (from[i] >>> shift) & mask]++;
          }
          position[b] = count;
        });
    int sum = 0;
    for (int d = 0; d < digits; d++) {
      for (int b = 0; b < blocks; b++) {
        int count = position[b][d];
        position[b][d] = sum;
        sum += count;
      }
    }
    Parallel.forRange(
        blocks,
        1,
        (b, end) -> {
          int[] next = position[b];
          int last = Math.min(n, (b + 1) * size);
          for (int i = b * size; i < last; i++) {
            long word = from[i];
            to[next[(int) (word >>> shift) & mask]++] = word;
          }
        });
  }
}
