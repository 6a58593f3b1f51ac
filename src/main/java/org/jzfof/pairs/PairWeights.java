package org.jzfof.pairs;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Weights of points and of their partners.
 *
 * @param some of the points
 * @param others of partners that are others; null where points are their own
 */
public record PairWeights(WeightTotals some, WeightTotals others) {
  /** Of the partners, whoever they are. */
  public WeightTotals partners() {
    return others == null ? some : others;
  }

  /** Sums of products of a weight of either kind, in the units of the weights. */
  public double[] products(BigInteger... steps) {
    return Arrays.stream(steps).mapToDouble(sum -> some.product(sum, partners())).toArray();
  }

  /** The sum of the products of all pairs of two different points, in steps. */
  BigInteger all() {
    return others == null
        ? some.sum().pow(2).subtract(some.squares())
        : some.sum().multiply(others.sum());
  }

  /** Those of the points that are not in a region. */
  PairWeights without(int region, RegionCounts in) {
    return new PairWeights(
        in.some().left(region, some), others == null ? null : in.others().left(region, others));
  }
}
