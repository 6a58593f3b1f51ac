package org.jzfof.groups;

import java.math.BigInteger;
import java.util.stream.IntStream;

/**
 * Sums of numbers between -1 and 1 as 128-bit integers. Each number is rounded once, to a multiple
 * of 2^-86; all later steps are exact, so that the sum of up to 2^40 numbers does not depend on
 * their order. A sum has {@link #LONGS} longs, the lower one first.
 */
public final class ExactSums {
  /** Number of longs per sum. */
  public static final int LONGS = 2;

  private static final int SLICE_BITS = 43;
  private static final double SLICE = 0x1p43;

  /**
   * The last bit of a double of this size is 1, so that adding this constant rounds, half to even.
   */
  private static final double ROUNDING = 0x1.8p52;

  private static final long ROUNDING_BITS = Double.doubleToRawLongBits(ROUNDING);
  private static final int UNIT_EXPONENT = -2 * SLICE_BITS;

  private ExactSums() {}

  /** A partial sum of up to 2^19 numbers, which short-lived objects keep in registers. */
  public static final class Slices {
    private long high;
    private long low;

    /** Adds a number between -1 and 1. */
    public void add(double number) {
      double scaled = number * SLICE;
      double upper = scaled + ROUNDING;
      double lower = (scaled - (upper - ROUNDING)) * SLICE + ROUNDING;
      high += Double.doubleToRawLongBits(upper) - ROUNDING_BITS;
      low += Double.doubleToRawLongBits(lower) - ROUNDING_BITS;
    }

    /** Adds the partial sum to a sum at index {@code at}. */
    public void addTo(long[] sums, int at) {
      ExactSums.add(sums, at, high << SLICE_BITS, high >> Long.SIZE - SLICE_BITS);
      ExactSums.add(sums, at, low, low >> Long.SIZE - 1);
    }
  }

  /** Adds a 128-bit integer to the sum at index {@code at}. */
  public static void add(long[] sums, int at, long low, long high) {
    long sum = sums[at] + low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    sums[at] = sum;
    sums[at + 1] += high + carry;
  }

  /** Adds a row of sums to another row. */
  public static void addRow(long[] sums, int at, long[] others, int from, int longs) {
    for (int k = 0; k < longs; k += LONGS) {
      add(sums, at + k, others[from + k], others[from + k + 1]);
    }
  }

  /** Returns the value of a sum, rounded once. */
  public static double value(long[] sums, int at) {
    return Math.scalb(toDouble(sums[at], sums[at + 1]), UNIT_EXPONENT);
  }

  /** Returns consecutive sums of integers. */
  public static BigInteger[] integers(long[] sums) {
    return IntStream.range(0, sums.length / LONGS)
        .mapToObj(
            i -> {
              BigInteger high = BigInteger.valueOf(sums[LONGS * i + 1]);
              long low = sums[LONGS * i];
              BigInteger lower = BigInteger.valueOf(low >>> Integer.SIZE).shiftLeft(Integer.SIZE);
              return high.shiftLeft(Long.SIZE)
                  .add(lower)
                  .add(BigInteger.valueOf(low & 0xffffffffL));
            })
        .toArray(BigInteger[]::new);
  }

  /** Returns the double nearest to a 128-bit integer, half to even. */
  public static double toDouble(long low, long high) {
    if (high == low >> Long.SIZE - 1) {
      return low;
    }
    boolean negative = high < 0;
    long lower = negative ? -low : low;
    long upper = negative ? ~high + (low == 0 ? 1 : 0) : high;
    if (upper == 0) {
      // The value is at least 2^63. Its half keeps the lost bit in its last bit for correct
      // rounding.
      double value = 2.0 * (lower >>> 1 | lower & 1);
      return negative ? -value : value;
    }
    // The leading 63 bits; the last of them is also set if any lower bit is.
    int shift = Long.numberOfLeadingZeros(upper) - 1;
    long leading = shift == 0 ? upper : upper << shift | lower >>> Long.SIZE - shift;
    long rest = lower << shift;
    double value = Math.scalb((double) (leading | (rest == 0 ? 0 : 1)), Long.SIZE - shift);
    return negative ? -value : value;
  }
}
