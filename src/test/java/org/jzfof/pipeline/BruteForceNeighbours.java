package org.jzfof.pipeline;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.domain.Box;

/** Nearest neighbours by looking at every point; coordinates as doubles [3n]. */
public record BruteForceNeighbours(double[] points, Box box) {
  public double distance(double[] queries, int query, int point) {
    double[] d = new double[3];
    for (int i = 0; i < 3; i++) {
      double side = box.size()[i];
      d[i] = queries[3 * query + i] - points[3 * point + i];
      if (box.periodic()) {
        d[i] = side > 0 ? d[i] - side * Math.rint(d[i] / side) : 0;
      }
    }
    return Math.sqrt((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]);
  }

  /** Rows of the nearest points within reach; no more than k. */
  public int[] nearest(double[] queries, int query, double reach, int k) {
    double[] distance =
        IntStream.range(0, points.length / 3)
            .mapToDouble(p -> distance(queries, query, p))
            .toArray();
    return IntStream.range(0, distance.length)
        .filter(p -> distance[p] <= reach)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(p -> distance[p]).thenComparing(p -> p))
        .limit(k)
        .mapToInt(p -> p)
        .toArray();
  }
}
