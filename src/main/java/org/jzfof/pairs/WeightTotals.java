package org.jzfof.pairs;

import java.math.BigInteger;
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
    WeightSums own = WeightSums.of(steps);
    BigInteger[] sums = {own.sum(), own.squares()};
    PairTotals.sum(sums, comm);
    return new WeightTotals(grid, sums[0], sums[1]);
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
