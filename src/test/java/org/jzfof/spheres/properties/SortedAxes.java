package org.jzfof.spheres.properties;

import java.util.Arrays;
import java.util.Comparator;

/** Axes of symmetric tensors, with a comparator that sorts and a stream that finds signs. */
final class SortedAxes {
  private static final int SWEEPS = 50;

  private SortedAxes() {}

  /**
   * Axes of a tensor.
   *
   * @param values eigenvalues, largest first
   * @param vectors unit vectors along the axes [9]
   */
  record Axes(double[] values, double[] vectors) {
    /**
     * Returns the length of an axis over that of the first axis; lengths are roots of eigenvalues.
     */
    double ratio(int axis) {
      return Math.sqrt(Math.max(0, values[axis]) / values[0]);
    }
  }

  /**
   * Returns the axes of a tensor.
   *
   * @param t xx, xy, xz, yy, yz, zz
   */
  static Axes axes(double[] t) {
    double[][] m = {{t[0], t[1], t[2]}, {t[1], t[3], t[4]}, {t[2], t[4], t[5]}};
    double[][] v = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; // rows are the vectors
    double small = 0x1p-52 * (Math.abs(t[0]) + Math.abs(t[3]) + Math.abs(t[5]));
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      if (Math.abs(m[0][1]) + Math.abs(m[0][2]) + Math.abs(m[1][2]) <= small) {
        break;
      }
      rotate(m, v, 0, 1);
      rotate(m, v, 0, 2);
      rotate(m, v, 1, 2);
    }
    Integer[] order = {0, 1, 2};
    Arrays.sort(order, Comparator.comparingDouble(k -> -m[k][k]));
    double[] values = new double[3];
    double[] vectors = new double[9];
    for (int k = 0; k < 3; k++) {
      values[k] = m[order[k]][order[k]];
      double[] vector = v[order[k]];
      double sign = Math.signum(Arrays.stream(vector).filter(x -> x != 0).findFirst().orElse(1));
      for (int d = 0; d < 3; d++) {
        vectors[3 * k + d] = sign * vector[d];
      }
    }
    return new Axes(values, vectors);
  }

  /** Rotates in the plane of two axes so that their mixed element vanishes. */
  private static void rotate(double[][] m, double[][] v, int p, int q) {
    if (m[p][q] == 0) {
      return;
    }
    double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double c = 1 / Math.sqrt(t * t + 1);
    double s = t * c;
    for (int k = 0; k < 3; k++) {
      double a = m[k][p];
      double b = m[k][q];
      m[k][p] = c * a - s * b;
      m[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
      double a = m[p][k];
      double b = m[q][k];
      m[p][k] = c * a - s * b;
      m[q][k] = s * a + c * b;
      double x = v[p][k];
      double y = v[q][k];
      v[p][k] = c * x - s * y;
      v[q][k] = s * x + c * y;
    }
  }
}
