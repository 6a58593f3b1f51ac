package org.jzfof.device;

import java.util.Arrays;
import org.jzfof.threads.Parallel;

/**
 * Signed Java integers that hold unsigned numbers: indices and lengths up to 2^32 - 1, and IDs of
 * 64 bits.
 */
public final class Unsigned {
  private Unsigned() {}

  /** Returns the unsigned numbers that I32 elements hold. */
  public static long[] toLongs(int[] elements) {
    return Arrays.stream(elements).mapToLong(Integer::toUnsignedLong).toArray();
  }

  /** Returns I32 elements that hold numbers from 0 to 2^32 - 1. */
  public static int[] toInts(long[] numbers) {
    return Arrays.stream(numbers).mapToInt(number -> (int) number).toArray();
  }

  /** Returns the smaller one of two unsigned numbers of 64 bits. */
  public static long min(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }

  /** Sorts the elements [from, to) as unsigned numbers, with all threads. */
  public static void sort(long[] values, int from, int to) {
    flipSigns(values, from, to);
    Parallel.sort(values, from, to);
    flipSigns(values, from, to);
  }

  private static void flipSigns(long[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] ^= Long.MIN_VALUE;
    }
  }
}
