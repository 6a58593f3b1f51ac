package org.jzfof.domain.cpu;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RadixSort;
import org.jzfof.domain.Morton;
import org.jzfof.error.Cleanup;
import org.jzfof.threads.Parallel;

/**
 * The Morton order of points. A word per point holds its truncated key above its row, so that a
 * single array is sorted.
 */
final class MortonOrder implements AutoCloseable {
  private static final int GRAIN = 1 << 14;
  private static final int REFINE_BITS = 10;
  private static final int PARALLEL_RUN = 1 << 17;

  private final CpuMemory memory;
  private final int[] positions;
  private final int n;
  private final int depth;
  private final int rowBits;
  private DeviceArray words;
  private long[] sorted;

  /**
   * @param positions interleaved fixed-point coordinates [3n]
   * @param depth requested number of bits per dimension; fewer are used if key and row do not fit
   *     into one word
   */
  MortonOrder(CpuMemory memory, int[] positions, int n, int depth) {
    this.memory = memory;
    this.positions = positions;
    this.n = n;
    this.rowBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(n - 1));
    this.depth = Math.max(1, Math.min(depth, (64 - rowBits) / 3));
  }

  /** Sorts by the truncated keys, then runs longer than {@code maxRun} by all bits. */
  void sort(int maxRun) {
    DeviceArray unsorted = memory.allocate(ElementType.I64, n);
    long[] keys = CpuArray.longs(unsorted);
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            keys[i] = key(i, 0, depth) << rowBits | i;
          }
        });
    words = new RadixSort(memory).sort(unsorted, rowBits, 3 * depth);
    sorted = CpuArray.longs(words);
    refineLongRuns(maxRun);
  }

  /** Row of the i-th point in order. */
  int row(int i) {
    return (int) (sorted[i] & ((1L << rowBits) - 1));
  }

  private long key(int row, int skip, int width) {
    int p = 3 * row;
    return Morton.key(positions[p], positions[p + 1], positions[p + 2], skip, width);
  }

  /** A range [from, to) of points that are equal in the bits sorted so far. */
  private record EqualRange(int from, int to) {
    int length() {
      return to - from;
    }
  }

  private void refineLongRuns(int maxRun) {
    ConcurrentLinkedQueue<EqualRange> found = new ConcurrentLinkedQueue<>();
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          // A run belongs to the chunk in which it starts.
          for (int i = from; i < to; i++) {
            int last = i + maxRun;
            if (last < n && sameKey(i, last) && (i == 0 || !sameKey(i - 1, i))) {
              int end = last + 1;
              while (end < n && sameKey(i, end)) {
                end++;
              }
              found.add(new EqualRange(i, end));
              i = end - 1;
            }
          }
        });
    EqualRange[] runs = found.toArray(new EqualRange[0]);
    Parallel.forRange(
        runs.length,
        1,
        (from, to) -> {
          for (int r = from; r < to; r++) {
            refine(runs[r], depth, maxRun);
          }
        });
  }

  private boolean sameKey(int i, int j) {
    return (sorted[i] ^ sorted[j]) >>> rowBits == 0;
  }

  private void refine(EqualRange run, int skip, int maxRun) {
    if (run.length() <= maxRun || skip == Morton.BITS) {
      return;
    }
    int width = Math.min(REFINE_BITS, Morton.BITS - skip);
    int length = run.length();
    long[] old = Arrays.copyOfRange(sorted, run.from, run.to);
    long[] local = new long[length];
    for (int i = 0; i < length; i++) {
      local[i] = key(row(run.from + i), skip, width) << 32 | i;
    }
    if (length > PARALLEL_RUN) {
      Parallel.sort(local);
    } else {
      Arrays.sort(local);
    }
    int start = 0;
    for (int i = 0; i < length; i++) {
      sorted[run.from + i] = old[(int) local[i]];
      if (i > 0 && (local[i] ^ local[i - 1]) >>> 32 != 0) {
        refine(new EqualRange(run.from + start, run.from + i), skip + width, maxRun);
        start = i;
      }
    }
    refine(new EqualRange(run.from + start, run.to), skip + width, maxRun);
  }

  @Override
  public void close() {
    Cleanup.close(words);
  }
}
