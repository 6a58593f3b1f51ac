package org.jzfof.neighbours.search;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jzfof.domain.Box;

/** Nearest neighbours by looking at every point; coordinates as doubles [3n]. */
public record BruteForceNeighbours(double[] points, Box box) {
  public double distance(double[] queries, int query, int point) {
    double[] d = new double[3];
    for (int i = 0; i < 3; i++) {
      double a = queries[3 * query + i];
      double b = points[3 * point + i];
      d[i] = box.periodic() ? image(a, b, box.size()[i]) : a - b;
    }
    return Math.sqrt((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]);
  }

  private static double image(double a, double b, double side) {
    double d = a - b;
    if (side == 0 || Math.abs(d) < side / 2) {
      return side == 0 ? 0 : d;
    }
    // What the subtraction lost, from the smaller number: its bits are the ones at stake.
    double lost = Math.abs(a) >= Math.abs(b) ? (a - d) - b : a - (d + b);
    double turns = Math.rint(d / side) == 0 ? Math.signum(d) : Math.rint(d / side);
    return d - turns * side + lost;
  }

  /** Rows of the nearest points within reach; no more than k. */
  public int[] nearest(double[] queries, int query, double reach, int k) {
    double[] distance = distances(queries, query);
    double[] near = distance.clone();
    Arrays.sort(near);
    double farthest = near.length > k ? Math.min(near[k - 1], reach) : reach; // leaves few to sort
    return Arrays.stream(sorted(distance, p -> farthest)).limit(k).toArray();
  }

  /** Rows of all points within a radius that may be another one for each of them, nearest first. */
  public int[] within(double[] queries, int query, IntToDoubleFunction radius) {
    return sorted(distances(queries, query), radius);
  }

  private double[] distances(double[] queries, int query) {
    double[] distance = new double[points.length / 3];
    Arrays.setAll(distance, p -> distance(queries, query, p));
    return distance;
  }

  private static int[] sorted(double[] distance, IntToDoubleFunction reach) {
    return IntStream.range(0, distance.length)
        .filter(p -> distance[p] <= reach.applyAsDouble(p))
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(p -> distance[p]).thenComparing(p -> p))
        .mapToInt(p -> p)
        .toArray();
  }

  /** What is wrong with a full row of neighbours of a point, or nothing; quicker than sorting. */
  String fault(int query, int[] row, double[] listed) {
    int last = row.length - 1;
    for (int j = 0; j <= last; j++) {
      if (listed[j] != distance(points, query, row[j])) {
        return "the distance of " + row[j] + " is not " + listed[j];
      }
      if (j > 0 && !before(listed[j - 1], row[j - 1], listed[j], row[j])) {
        return "places " + (j - 1) + " and " + j + " are not in order";
      }
    }
    int nearer = 0;
    for (int p = 0; p < points.length / 3; p++) {
      nearer += before(distance(points, query, p), p, listed[last], row[last]) ? 1 : 0;
    }
    return nearer == last ? "" : nearer + " points are nearer than the last of " + row.length;
  }

  private static boolean before(double distanceA, int rowA, double distanceB, int rowB) {
    return distanceA < distanceB || distanceA == distanceB && rowA < rowB;
  }
}
