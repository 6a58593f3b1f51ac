package org.jzfof.pipeline;

import org.jzfof.domain.Box;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;

/** Counts of pairs by looking at all of them; coordinates as doubles [3n]. */
record BruteForcePairs(Box box) {
  /** Each pair of two different points once. */
  long[] own(double[] xyz, PairBins bins) {
    long[] counts = new long[bins.count()];
    for (int i = 0; i < xyz.length / 3; i++) {
      for (int j = i + 1; j < xyz.length / 3; j++) {
        count(xyz, i, xyz, j, bins, counts);
      }
    }
    return counts;
  }

  long[] between(double[] some, double[] others, PairBins bins) {
    long[] counts = new long[bins.count()];
    for (int i = 0; i < some.length / 3; i++) {
      for (int j = 0; j < others.length / 3; j++) {
        count(some, i, others, j, bins, counts);
      }
    }
    return counts;
  }

  double distance(double[] some, int i, double[] others, int j) {
    return new BruteForceNeighbours(others, box).distance(some, i, j);
  }

  private void count(double[] some, int i, double[] others, int j, PairBins bins, long[] counts) {
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
        if (part < bins.parts()) {
          counts[bin * bins.parts() + part]++;
        }
      }
    }
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
