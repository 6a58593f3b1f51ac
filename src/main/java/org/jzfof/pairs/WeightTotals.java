package org.jzfof.pairs;

import java.math.BigInteger;
import org.jzfof.comm.Communicator;

/**
 * Sums over the weights of points.
 *
 * @param sum sum of the weights, in steps
 * @param squares sum of the squared weights, in squared steps
 */
public record WeightTotals(WeightGrid grid, BigInteger sum, BigInteger squares) {
  /**
   * Sums over the points of all ranks. Every rank calls this method.
   *
   * @param steps weights of the points of this rank, unsigned
   */
  public static WeightTotals of(WeightGrid grid, int[] steps, Communicator comm) {
    WeightSums local = WeightSums.of(steps);
    BigInteger[] sums = {local.sum(), local.squares()};
    PairTotals.sum(sums, comm);
    return new WeightTotals(grid, sums[0], sums[1]);
  }

  /** Returns the sum of the weights. */
  public double weight() {
    return Math.scalb(sum.doubleValue(), grid.exponent());
  }

  /**
   * Converts a sum of products with other weights, or with these, from steps to the unit of the
   * products.
   */
  public double product(BigInteger products, WeightTotals others) {
    return Math.scalb(products.doubleValue(), grid.exponent() + others.grid.exponent());
  }
}
