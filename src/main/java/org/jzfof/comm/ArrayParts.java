package org.jzfof.comm;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.jzfof.threads.Parallel;

/** Parts of an array, such as what has come from each rank, one after another as one array. */
public final class ArrayParts {
  /** Parts of some numbers each that are worth a thread. */
  private static final int GRAIN = 1 << 4;

  private ArrayParts() {}

  /** All values, part by part. */
  public static long[] join(long[][] parts) {
    return join(parts, long[]::new);
  }

  /** All values, part by part. */
  public static int[] join(int[][] parts) {
    return join(parts, int[]::new);
  }

  /** All values, part by part. */
  public static double[] join(double[][] parts) {
    return join(parts, double[]::new);
  }

  /** Number of values of each part. */
  public static long[] lengths(long[][] parts) {
    return Arrays.stream(parts).mapToLong(part -> part.length).toArray();
  }

  /**
   * Where parts begin that stand one after another.
   *
   * @param rows of each part
   * @return first row of each part, and the number of rows [parts+1]
   */
  public static long[] starts(int parts, IntToLongFunction rows) {
    long[] start = new long[parts + 1];
    for (int p = 0; p < parts; p++) {
      start[p + 1] = start[p] + rows.applyAsLong(p);
    }
    return start;
  }

  /** As {@link #starts(int, IntToLongFunction)}, of parts with so many rows. */
  public static long[] starts(long[] rows) {
    return starts(rows.length, p -> rows[p]);
  }

  /**
   * Consecutive numbers for each part, part by part.
   *
   * @param start as from {@link #starts}
   * @param first number of each part
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
   * Adds to each number all those before it. {@link Arrays#parallelPrefix} takes a hundred times as
   * long in the first second of a process, as it is compiled late.
   */
  public static void addUp(int[] numbers) {
    for (int i = 1; i < numbers.length; i++) {
      numbers[i] += numbers[i - 1];
    }
  }

  /** As {@link #addUp(int[])}. */
  public static void addUp(long[] numbers) {
    for (int i = 1; i < numbers.length; i++) {
      numbers[i] += numbers[i - 1];
    }
  }

  /**
   * The part that has a row; empty parts have none.
   *
   * @param start as from {@link #starts}
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

  /** Places by increasing number; numbers differ and are below 2^31. */
  public static int[] inOrder(long[] number) {
    if (Arrays.stream(number).allMatch(n -> n < number.length)) {
      int[] place = new int[number.length];
      for (int i = 0; i < place.length; i++) {
        place[(int) number[i]] = i;
      }
      return place;
    }
    long[] key = new long[number.length];
    Parallel.forEach(key.length, Parallel.GRAIN, i -> key[i] = number[i] << Integer.SIZE | i);
    Parallel.sort(key);
    int[] place = new int[key.length];
    Parallel.forEach(key.length, Parallel.GRAIN, i -> place[i] = (int) key[i]);
    return place;
  }
}
