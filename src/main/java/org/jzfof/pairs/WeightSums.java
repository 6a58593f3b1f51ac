package org.jzfof.pairs;

import java.math.BigInteger;
import java.util.Arrays;

/** Sums over weights in steps of a {@link WeightGrid}. */
record WeightSums(BigInteger sum, BigInteger squares) {
  /**
   * Sums weights.
   *
   * @param steps weights, unsigned; fewer than 2^31
   */
  static WeightSums of(int... steps) {
    long low = 0;
    long high = 0;
    for (int step : steps) {
      long square = Integer.toUnsignedLong(step) * Integer.toUnsignedLong(step);
      low += square & 0xffffffffL;
      high += square >>> Integer.SIZE;
    }
    return new WeightSums(
        BigInteger.valueOf(Arrays.stream(steps).mapToLong(Integer::toUnsignedLong).sum()),
        BigInteger.valueOf(high).shiftLeft(Integer.SIZE).add(BigInteger.valueOf(low)));
  }
}
