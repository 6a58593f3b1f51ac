package org.jzfof.catalogue.particles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A set of numbers below a limit, with ranks by size; it needs 1.5 bits for each possible number.
 */
final class NumberSet {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] bits;
  private final int[] before; // number of elements below each multiple of 64

  NumberSet(long limit) {
    this.bits = new long[Math.toIntExact((limit + Long.SIZE - 1) / Long.SIZE)];
    this.before = new int[bits.length];
  }

  /**
   * Adds a number; several threads may add numbers at once. All numbers must be added before {@link
   * #count}.
   */
  void add(int number) {
    if ((bits[number / Long.SIZE] & 1L << number) == 0) {
      WORD.getAndBitwiseOr(bits, number / Long.SIZE, 1L << number);
    }
  }

  /** Prepares the ranks; returns the number of elements. */
  int count() {
    int sum = 0;
    for (int i = 0; i < bits.length; i++) {
      before[i] = sum;
      sum += Long.bitCount(bits[i]);
    }
    return sum;
  }

  /** Returns how many elements are below a number. */
  int below(long number) {
    int word = (int) (number / Long.SIZE);
    return word == bits.length
        ? word == 0 ? 0 : before[word - 1] + Long.bitCount(bits[word - 1])
        : before[word] + Long.bitCount(bits[word] & (1L << number) - 1);
  }

  /** Returns the first element that is not below a number; there must be one. */
  int next(long number) {
    int word = (int) (number / Long.SIZE);
    long remaining = bits[word] & -1L << number;
    while (remaining == 0) {
      remaining = bits[++word];
    }
    return word * Long.SIZE + Long.numberOfTrailingZeros(remaining);
  }
}
