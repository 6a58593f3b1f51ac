package org.jzfof.device;

import java.util.Arrays;

/** I32 elements that are unsigned numbers: indices and lengths up to 2^32 - 1. */
public final class Unsigned {
  private Unsigned() {}

  /** The numbers that the elements stand for. */
  public static long[] toLongs(int[] elements) {
    return Arrays.stream(elements).mapToLong(Integer::toUnsignedLong).toArray();
  }

  /** The elements that stand for numbers from 0 to 2^32 - 1. */
  public static int[] toInts(long[] numbers) {
    return Arrays.stream(numbers).mapToInt(number -> (int) number).toArray();
  }

  /** The lower one of two numbers. */
  public static int min(int a, int b) {
    return Integer.compareUnsigned(a, b) <= 0 ? a : b;
  }
}
