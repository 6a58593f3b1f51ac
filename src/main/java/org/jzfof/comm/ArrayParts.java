package org.jzfof.comm;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.jzfof.threads.Parallel;

/** Arrays made of parts that stand one after another, such as the messages of all ranks. */
public final class ArrayParts {
  /** Number of parts that are worth a thread, as each has only a few values. */
  private static final int GRAIN = 1 << 4;

  private ArrayParts() {}

  /** Returns all values, part by part. */
  public static long[] join(long[][] parts) {
    return join(parts, long[]::new);
  }

  /** Returns all values, part by part. */
  public static int[] join(int[][] parts) {
    return join(parts, int[]::new);
  }

  /** Returns all values, part by part. */
  public static double[] join(double[][] parts) {
    return join(parts, double[]::new);
  }

  /** Returns the values with the given indices. */
  public static int[] take(int[] values, int[] indices) {
    int[] taken = new int[indices.length];
    Parallel.forEach(taken.length, Parallel.GRAIN, i -> taken[i] = values[indices[i]]);
    return taken;
  }

  /** Returns the values with the given indices. */
  public static long[] take(long[] values, int[] indices) {
    long[] taken = new long[indices.length];
    Parallel.forEach(taken.length, Parallel.GRAIN, i -> taken[i] = values[indices[i]]);
    return taken;
  }

  /** Returns the values with the given indices. */
  public static double[] take(double[] values, int[] indices) {
    double[] taken = new double[indices.length];
    Parallel.forEach(taken.length, Parallel.GRAIN, i -> taken[i] = values[indices[i]]);
    return taken;
  }

  /** Returns the number of values of each part. */
  public static long[] lengths(long[][] parts) {
    return Arrays.stream(parts).mapToLong(part -> part.length).toArray();
  }

  /**
   * Returns the offsets of parts that stand one after another.
   *
   * @param rows number of rows of a part, by its index; called by any thread
   * @return first row of each part, then the number of all rows [parts+1]
   */
  public static long[] offsets(int parts, IntToLongFunction rows) {
    long[] count = new long[parts];
    Parallel.forEach(parts, Parallel.GRAIN, p -> count[p] = rows.applyAsLong(p));
    return offsets(count);
  }

  /**
   * Returns the same as {@link #offsets(int, IntToLongFunction)}.
   *
   * @param rows number of rows of each part [parts]
   */
  public static long[] offsets(long[] rows) {
    int grain = Parallel.STREAM_GRAIN;
    long[] sum = new long[(rows.length + grain - 1) / grain];
    Parallel.forRange(
        rows.length, grain, (from, to) -> sum[from / grain] = Parallel.sum(rows, from, to));
    prefixSum(sum);
    long[] start = new long[rows.length + 1];
    Parallel.forRange(
        rows.length,
        grain,
        (from, to) -> {
          long row = from == 0 ? 0 : sum[from / grain - 1];
          for (int p = from; p < to; p++) {
            row += rows[p];
            start[p + 1] = row;
          }
        });
    return start;
  }

  /**
   * Returns consecutive numbers for the rows of each part, part by part.
   *
   * @param start offsets from {@link #offsets} [parts+1]
   * @param first number of the first row of a part, by the part's index
   */
  public static int[] consecutive(long[] start, IntToLongFunction first) {
    int parts = start.length - 1;
    int[] numbers = new int[Math.toIntExact(start[parts])];
    Parallel.forEach(
        parts,
        GRAIN,
        part -> {
          int from = (int) start[part];
          int shift = (int) (first.applyAsLong(part) - from);
          for (int i = from; i < start[part + 1]; i++) {
            numbers[i] = i + shift;
          }
        });
    return numbers;
  }

  /**
   * Replaces each number by the sum of it and all before it. The loop is serial because {@link
   * Arrays#parallelPrefix} takes a hundred times as long in the first second of a process, as it is
   * compiled late.
   */
  public static void prefixSum(int[] numbers) {
    for (int i = 1; i < numbers.length; i++) {
      numbers[i] += numbers[i - 1];
    }
  }

  /** Replaces each number in place, as {@link #prefixSum(int[])} does. */
  public static void prefixSum(long[] numbers) {
    for (int i = 1; i < numbers.length; i++) {
      numbers[i] += numbers[i - 1];
    }
  }

  /**
   * Returns the index of the part that holds a row; an empty part holds no row.
   *
   * @param start offsets from {@link #offsets} [parts+1]
   */
  public static int partOf(long[] start, long row) {
    int low = 0;
    int high = start.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (start[middle] <= row) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static <A> A join(A[] parts, IntFunction<A> array) {
    int total = 0;
    for (A part : parts) {
      total = Math.addExact(total, Array.getLength(part));
    }
    A all = array.apply(total);
    int at = 0;
    for (A part : parts) {
      int length = Array.getLength(part);
      System.arraycopy(part, 0, all, at, length);
      at += length;
    }
    return all;
  }

  /**
   * Returns the indices of the numbers, sorted by increasing number.
   *
   * @param number distinct numbers below 2^31
   */
  public static int[] orderOf(long[] number) {
    if (Arrays.stream(number).allMatch(n -> n < number.length)) {
      int[] order = new int[number.length];
      for (int i = 0; i < order.length; i++) {
        order[(int) number[i]] = i;
      }
      return order;
    }
    long[] key = new long[number.length];
    Parallel.forEach(key.length, Parallel.GRAIN, i -> key[i] = number[i] << Integer.SIZE | i);
    Parallel.sort(key);
    int[] order = new int[key.length];
    Parallel.forEach(key.length, Parallel.GRAIN, i -> order[i] = (int) key[i]);
    return order;
  }
}
