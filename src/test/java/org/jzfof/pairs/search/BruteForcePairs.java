package org.jzfof.pairs.search;

import java.math.BigInteger;
import java.util.Arrays;
import org.jzfof.domain.Box;
import org.jzfof.neighbours.search.BruteForceNeighbours;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairTotals;
import org.jzfof.pairs.Separation;

/** Counts of pairs by looking at all of them; coordinates as doubles [3n]. */
record BruteForcePairs(Box box) {
  /** Each pair of two different points once. */
  long[] own(double[] xyz, PairBins bins) {
    return own(xyz, new int[xyz.length / 3], bins).counts();
  }

  long[] between(double[] some, double[] others, PairBins bins) {
    return between(some, new int[some.length / 3], others, new int[others.length / 3], bins)
        .counts();
  }

  /** Each pair of two different points once, with weights that are unsigned. */
  PairTotals own(double[] xyz, int[] weights, PairBins bins) {
    return count(xyz, weights, xyz, weights, true, bins);
  }

  PairTotals between(
      double[] some, int[] weights, double[] others, int[] otherWeights, PairBins bins) {
    return count(some, weights, others, otherWeights, false, bins);
  }

  private PairTotals count(
      double[] some,
      int[] weights,
      double[] others,
      int[] otherWeights,
      boolean own,
      PairBins bins) {
    long[] counts = new long[bins.count()];
    BigInteger[] sums = new BigInteger[bins.count()];
    Arrays.fill(sums, BigInteger.ZERO);
    for (int i = 0; i < some.length / 3; i++) {
      long[] ofPoint = new long[bins.count()];
      for (int j = own ? i + 1 : 0; j < others.length / 3; j++) {
        int bin = bin(some, i, others, j, bins);
        if (bin >= 0) {
          counts[bin]++;
          ofPoint[bin] += Integer.toUnsignedLong(otherWeights[j]);
        }
      }
      BigInteger weight = BigInteger.valueOf(Integer.toUnsignedLong(weights[i]));
      for (int bin = 0; bin < sums.length; bin++) {
        if (ofPoint[bin] > 0) {
          sums[bin] = sums[bin].add(weight.multiply(BigInteger.valueOf(ofPoint[bin])));
        }
      }
    }
    return new PairTotals(counts, sums);
  }

  double distance(double[] some, int i, double[] others, int j) {
    return new BruteForceNeighbours(others, box).distance(some, i, j);
  }

  /** Where a pair counts; -1 if it does not. */
  private int bin(double[] some, int i, double[] others, int j, PairBins bins) {
    double along = difference(some[3 * i + bins.axis()], others[3 * j + bins.axis()], bins.axis());
    double distance;
    if (bins.separation() == Separation.RPPI) {
      int d = bins.axis() == 0 ? 1 : 0;
      int e = bins.axis() == 2 ? 1 : 2;
      double x = difference(some[3 * i + d], others[3 * j + d], d);
      double y = difference(some[3 * i + e], others[3 * j + e], e);
      distance = Math.sqrt(x * x + y * y);
    } else {
      distance = distance(some, i, others, j);
    }
    double[] edges = bins.edges();
    for (int bin = 0; bin < bins.bins(); bin++) {
      if (distance >= edges[bin] && distance < edges[bin + 1]) {
        int part = part(distance, along, bins);
        return part < bins.parts() ? bin * bins.parts() + part : -1;
      }
    }
    return -1;
  }

  private static int part(double distance, double along, PairBins bins) {
    return switch (bins.separation()) {
      case R -> 0;
      case RPPI -> (int) Math.floor(along);
      case SMU ->
          distance == 0
              ? 0
              : Math.min(bins.parts() - 1, (int) Math.floor(along / distance * bins.parts()));
    };
  }

  /** The distance in one dimension, as that of two places on a line. */
  private double difference(double a, double b, int d) {
    double[] some = new double[3];
    double[] others = new double[3];
    some[d] = a;
    others[d] = b;
    return new BruteForceNeighbours(others, box).distance(some, 0, 0);
  }
}
