package org.jzfof.device;

import java.util.Arrays;
import org.jzfof.threads.Parallel;

/** Integers that stand for unsigned numbers: indices and lengths up to 2^32 - 1, IDs of 64 bits. */
public final class Unsigned {
  private Unsigned() {}

  /** The numbers that I32 elements stand for. */
  public static long[] toLongs(int[] elements) {
    return Arrays.stream(elements).mapToLong(Integer::toUnsignedLong).toArray();
  }

  /** The elements that stand for numbers from 0 to 2^32 - 1. */
  public static int[] toInts(long[] numbers) {
    return Arrays.stream(numbers).mapToInt(number -> (int) number).toArray();
  }

  /** Puts the numbers [from, to) in order, by all threads. */
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
