package org.jzfof.pairs.search;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.domain.FixedPoint;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairTotals;

/** Pairs without the points of a region. */
record BruteForceRegions(BruteForcePairs pairs, int perSide) {
  /** Ordered pairs left, with those of a point and itself, by region. */
  List<PairTotals> left(
      double[] some, int[] weights, double[] others, int[] otherWeights, PairBins bins) {
    return IntStream.range(0, perSide * perSide * perSide)
        .mapToObj(
            region -> {
              int[] a = without(some, region);
              int[] b = without(others, region);
              return pairs.between(
                  places(some, a),
                  chosen(weights, a),
                  places(others, b),
                  chosen(otherWeights, b),
                  bins);
            })
        .toList();
  }

  long[] points(double[] xyz) {
    return IntStream.range(0, perSide * perSide * perSide)
        .mapToLong(region -> xyz.length / 3 - without(xyz, region).length)
        .toArray();
  }

  /** The points that are not in a region. */
  int[] without(double[] xyz, int region) {
    return IntStream.range(0, xyz.length / 3).filter(i -> region(xyz, i) != region).toArray();
  }

  private static double[] places(double[] xyz, int... points) {
    double[] places = new double[3 * points.length];
    Arrays.setAll(places, i -> xyz[3 * points[i / 3] + i % 3]);
    return places;
  }

  static int[] chosen(int[] weights, int... points) {
    return Arrays.stream(points).map(i -> weights[i]).toArray();
  }

  private int region(double[] xyz, int i) {
    FixedPoint map = FixedPoint.of(pairs.box());
    int region = 0;
    for (int d = 0; d < 3; d++) {
      double turns = (map.toFixed(xyz[3 * i + d], d) + 0x1p31) / 0x1p32;
      region = region * perSide + (int) Math.floor(turns * perSide);
    }
    return region;
  }
}
