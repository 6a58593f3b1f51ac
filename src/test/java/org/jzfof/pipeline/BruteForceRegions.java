package org.jzfof.pipeline;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.domain.FixedPoint;
import org.jzfof.pairs.PairBins;

/** Counts of the pairs with a member in a region, by what is left without its points. */
record BruteForceRegions(BruteForcePairs pairs, int perSide) {
  /** Ordered pairs, with those of a point and itself, by region. */
  long[][] touching(double[] some, double[] others, PairBins bins) {
    long[] all = pairs.between(some, others, bins);
    return IntStream.range(0, perSide * perSide * perSide)
        .mapToObj(region -> pairs.between(without(some, region), without(others, region), bins))
        .map(left -> IntStream.range(0, all.length).mapToLong(i -> all[i] - left[i]).toArray())
        .toArray(long[][]::new);
  }

  long[] points(double[] xyz) {
    return IntStream.range(0, perSide * perSide * perSide)
        .mapToLong(region -> (xyz.length - without(xyz, region).length) / 3)
        .toArray();
  }

  private double[] without(double[] xyz, int region) {
    int[] left = IntStream.range(0, xyz.length / 3).filter(i -> region(xyz, i) != region).toArray();
    double[] places = new double[3 * left.length];
    Arrays.setAll(places, i -> xyz[3 * left[i / 3] + i % 3]);
    return places;
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
