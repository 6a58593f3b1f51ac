package org.jzfof.catalogue.particles;

/** Some of the numbers below a limit, counted by size: 1.5 bits for each number there could be. */
final class NumberSet {
  private final long[] bits;
  private final int[] before; // numbers of the set below each 64th

  NumberSet(long limit) {
    this.bits = new long[Math.toIntExact((limit + Long.SIZE - 1) / Long.SIZE)];
    this.before = new int[bits.length];
  }

  /** Adds one; all come before they are counted. */
  void add(int number) {
    bits[number / Long.SIZE] |= 1L << number;
  }

  /** Counts them; returns how many there are. */
  int count() {
    int sum = 0;
    for (int i = 0; i < bits.length; i++) {
      before[i] = sum;
      sum += Long.bitCount(bits[i]);
    }
    return sum;
  }

  /** How many are below a number. */
  int below(long number) {
    int word = (int) (number / Long.SIZE);
    return word == bits.length
        ? word == 0 ? 0 : before[word - 1] + Long.bitCount(bits[word - 1])
        : before[word] + Long.bitCount(bits[word] & (1L << number) - 1);
  }

  /** The first that is not below a number; there must be one. */
  int next(long number) {
    int word = (int) (number / Long.SIZE);
    long left = bits[word] & -1L << number;
    while (left == 0) {
      left = bits[++word];
    }
    return word * Long.SIZE + Long.numberOfTrailingZeros(left);
  }
}
