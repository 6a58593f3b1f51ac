package org.jzfof.pairs;

import java.math.BigInteger;
import java.util.Arrays;
import org.jzfof.comm.Communicator;

/**
 * Sums over the weights of points.
 *
 * @param grid of the weights
 * @param sum of them, in its steps
 * @param squares sum of their squares, in squares of its steps
 */
public record WeightTotals(WeightGrid grid, BigInteger sum, BigInteger squares) {
  /**
   * Of the points of all ranks; every rank calls it.
   *
   * @param steps weights of those of this rank, unsigned
   */
  public static WeightTotals of(WeightGrid grid, int[] steps, Communicator comm) {
    BigInteger[] sums = {
      BigInteger.valueOf(Arrays.stream(steps).mapToLong(Integer::toUnsignedLong).sum()),
      squares(steps)
    };
    PairTotals.sum(sums, comm);
    return new WeightTotals(grid, sums[0], sums[1]);
  }

  /** Sum of the squares of unsigned numbers, of which there are less than 2^31. */
  static BigInteger squares(int[] steps) {
    long low = 0;
    long high = 0;
    for (int step : steps) {
      long square = Integer.toUnsignedLong(step) * Integer.toUnsignedLong(step);
      low += square & 0xffffffffL;
      high += square >>> Integer.SIZE;
    }
    return BigInteger.valueOf(high).shiftLeft(Integer.SIZE).add(BigInteger.valueOf(low));
  }

  /** The sum of the weights. */
  public double weight() {
    return Math.scalb(sum.doubleValue(), grid.exponent());
  }

  /** A sum of products with weights of others, or of the same, in the unit of the products. */
  public double product(BigInteger products, WeightTotals others) {
    return Math.scalb(products.doubleValue(), grid.exponent() + others.grid.exponent());
  }
}
