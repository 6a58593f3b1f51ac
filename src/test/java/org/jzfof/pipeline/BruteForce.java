package org.jzfof.pipeline;

import java.util.Arrays;
import org.jzfof.domain.Box;

/** Friends-of-friends by looking at every pair of double coordinates. */
final class BruteForce {
  private BruteForce() {}

  /** Smallest row of the group of every row. */
  static int[] labels(double[] xyz, Box box, double linkingLength) {
    int n = xyz.length / 3;
    int[] label = new int[n];
    for (int i = 0; i < n; i++) {
      label[i] = i;
      for (int j = 0; j < i; j++) {
        if (distanceSquare(xyz, i, j, box) <= linkingLength * linkingLength) {
          relabel(label, i + 1, label[i], label[j]);
        }
      }
    }
    return label;
  }

  private static void relabel(int[] label, int n, int a, int b) {
    int low = Math.min(a, b);
    int high = Math.max(a, b);
    if (low != high) {
      for (int i = 0; i < n; i++) {
        if (label[i] == high) {
          label[i] = low;
        }
      }
    }
  }

  private static double distanceSquare(double[] xyz, int i, int j, Box box) {
    return distanceSquare(xyz, i, xyz, j, box);
  }

  /**
   * For each query the nearest point within the linking length, of equally near ones that with the
   * smallest x, then y, then z; -1 where there is none.
   */
  static int[] nearest(double[] queries, double[] points, Box box, double linkingLength) {
    int[] nearest = new int[queries.length / 3];
    for (int q = 0; q < nearest.length; q++) {
      int best = -1;
      double bestSquare = linkingLength * linkingLength;
      for (int i = 0; i < points.length / 3; i++) {
        double square = distanceSquare(queries, q, points, i, box);
        boolean first =
            best < 0
                || Arrays.compare(points, 3 * i, 3 * i + 3, points, 3 * best, 3 * best + 3) < 0;
        if (square < bestSquare || square == bestSquare && first) {
          best = i;
          bestSquare = square;
        }
      }
      nearest[q] = best;
    }
    return nearest;
  }

  private static double distanceSquare(double[] a, int i, double[] b, int j, Box box) {
    double sum = 0;
    for (int d = 0; d < 3; d++) {
      double side = box.size()[d];
      double difference = a[3 * i + d] - b[3 * j + d];
      if (box.periodic()) {
        difference = side > 0 ? difference - side * Math.rint(difference / side) : 0;
      }
      sum += difference * difference;
    }
    return sum;
  }
}
