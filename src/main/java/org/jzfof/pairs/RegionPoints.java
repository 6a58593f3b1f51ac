package org.jzfof.pairs;

import java.math.BigInteger;
import java.util.Arrays;
import org.jzfof.comm.Communicator;

/**
 * Points in each region of the box.
 *
 * @param count how many [regions]
 * @param weight sum of their weights, in steps of {@link WeightGrid}; null where they have none
 *     [regions]
 * @param squares sum of the squares of their weights, in squares of its steps; null where they have
 *     none [regions]
 */
public record RegionPoints(long[] count, BigInteger[] weight, BigInteger[] squares) {
  /** No points. */
  static RegionPoints none(int regions, boolean weighted) {
    return new RegionPoints(
        new long[regions], weighted ? zeros(regions) : null, weighted ? zeros(regions) : null);
  }

  private static BigInteger[] zeros(int regions) {
    BigInteger[] zeros = new BigInteger[regions];
    Arrays.fill(zeros, BigInteger.ZERO);
    return zeros;
  }

  /** Adds points in a region with the sums of their weights, which are null where these are. */
  void add(int region, long points, WeightSums weights) {
    count[region] += points;
    if (weight != null) {
      weight[region] = weight[region].add(weights.sum());
      squares[region] = squares[region].add(weights.squares());
    }
  }

  /** Adds up those of all ranks; every rank calls it. */
  void sum(Communicator comm) {
    comm.sum(count);
    if (weight != null) {
      PairTotals.sum(weight, comm);
      PairTotals.sum(squares, comm);
    }
  }

  /** Numbers of points without each region [regions]. */
  long[] left() {
    long all = Arrays.stream(count).sum();
    return Arrays.stream(count).map(number -> all - number).toArray();
  }

  /** The weights of the points without a region. */
  WeightTotals left(int region, WeightTotals all) {
    return new WeightTotals(
        all.grid(), all.sum().subtract(weight[region]), all.squares().subtract(squares[region]));
  }
}
