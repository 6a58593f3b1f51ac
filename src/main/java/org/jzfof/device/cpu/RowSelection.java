package org.jzfof.device.cpu;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.threads.Parallel;

/** Selects rows that satisfy a condition. */
public final class RowSelection {
  private static final int GRAIN = 1 << 14;

  private RowSelection() {}

  /**
   * Returns the selected rows below n in increasing order (I32).
   *
   * @param test creates a predicate for each thread's share of the rows, as a predicate may have
   *     scratch space
   */
  public static DeviceArray of(int n, Supplier<IntPredicate> test, CpuMemory memory) {
    int[][] found = new int[n / GRAIN + 1][];
    Arrays.fill(found, new int[0]);
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          IntPredicate holds = test.get();
          int[] rows = new int[to - from];
          int count = 0;
          for (int i = from; i < to; i++) {
            if (holds.test(i)) {
              rows[count++] = i;
            }
          }
          found[from / GRAIN] = Arrays.copyOf(rows, count);
        });
    return memory.upload(ArrayParts.join(found));
  }
}
