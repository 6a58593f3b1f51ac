package org.jzfof.pairs;

import java.math.BigInteger;
import java.util.Arrays;
import org.jzfof.comm.Communicator;

/**
 * Points in each region of the box.
 *
 * @param count number of points [regions]
 * @param weight sum of the weights, in steps of {@link WeightGrid}; null without weights [regions]
 * @param squares sum of the squared weights, in squared steps; null without weights [regions]
 */
public record RegionPoints(long[] count, BigInteger[] weight, BigInteger[] squares) {
  /** Creates regions without points. */
  static RegionPoints none(int regions, boolean weighted) {
    return new RegionPoints(
        new long[regions], weighted ? zeros(regions) : null, weighted ? zeros(regions) : null);
  }

  private static BigInteger[] zeros(int regions) {
    BigInteger[] zeros = new BigInteger[regions];
    Arrays.fill(zeros, BigInteger.ZERO);
    return zeros;
  }

  /** Adds points to a region, with the sums of their weights (null without weights). */
  void add(int region, long points, WeightSums weights) {
    count[region] += points;
    if (weight != null) {
      weight[region] = weight[region].add(weights.sum());
      squares[region] = squares[region].add(weights.squares());
    }
  }

  /** Sums over all ranks. Every rank calls this method. */
  void sum(Communicator comm) {
    comm.sum(count);
    if (weight != null) {
      PairTotals.sum(weight, comm);
      PairTotals.sum(squares, comm);
    }
  }

  /** Returns the numbers of points without each region [regions]. */
  long[] without() {
    long all = Arrays.stream(count).sum();
    return Arrays.stream(count).map(number -> all - number).toArray();
  }

  /** Returns the weights of the points without a region. */
  WeightTotals without(int region, WeightTotals all) {
    return new WeightTotals(
        all.grid(), all.sum().subtract(weight[region]), all.squares().subtract(squares[region]));
  }
}
