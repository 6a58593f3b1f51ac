package org.jzfof.pairs;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Weights of points and of their partners.
 *
 * @param partners weights of the partners; null for an autocorrelation
 */
public record PairWeights(WeightTotals points, WeightTotals partners) {
  /** Returns the weights of the partners, which for an autocorrelation are the points. */
  public WeightTotals partnersOrPoints() {
    return partners == null ? points : partners;
  }

  /** Converts sums of products of weights from steps to the units of the weights. */
  public double[] products(BigInteger... steps) {
    return Arrays.stream(steps)
        .mapToDouble(sum -> points.product(sum, partnersOrPoints()))
        .toArray();
  }

  /** Returns the sum of the products of all pairs of two different points, in steps. */
  BigInteger all() {
    return partners == null
        ? points.sum().pow(2).subtract(points.squares())
        : points.sum().multiply(partners.sum());
  }

  /** Returns the weights of the points that are not in a region. */
  PairWeights without(int region, RegionCounts in) {
    return new PairWeights(
        in.points().without(region, points),
        partners == null ? null : in.partners().without(region, partners));
  }
}
