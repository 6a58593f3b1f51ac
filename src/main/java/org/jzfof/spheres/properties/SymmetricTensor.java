package org.jzfof.spheres.properties;

/**
 * Eigenvalues and eigenvectors of symmetric tensors of rank two, by Jacobi's rotations. One object
 * serves many tensors, one after the other. Kernels of GPUs repeat its operations one by one
 * (axes.cuh).
 */
final class SymmetricTensor {
  private static final int SWEEPS = 50;

  /** Largest sum of the mixed elements, over that of the others, which counts as none. */
  private static final double SMALL = 0x1p-52;

  private final double[] m = new double[9];
  private final double[] v = new double[9]; // rows are the vectors
  private final double[] values = new double[3];
  private final double[] vectors = new double[9];

  /**
   * Finds the axes of a tensor. Those of the tensor before are lost.
   *
   * @param t xx, xy, xz, yy, yz, zz
   */
  SymmetricTensor diagonalise(double... t) {
    m[0] = t[0];
    m[1] = t[1];
    m[2] = t[2];
    m[3] = t[1];
    m[4] = t[3];
    m[5] = t[4];
    m[6] = t[2];
    m[7] = t[4];
    m[8] = t[5];
    for (int i = 0; i < 9; i++) {
      v[i] = i % 4 == 0 ? 1 : 0;
    }
    double small = SMALL * (Math.abs(t[0]) + Math.abs(t[3]) + Math.abs(t[5]));
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      if (Math.abs(m[1]) + Math.abs(m[2]) + Math.abs(m[5]) <= small) {
        break;
      }
      rotate(0, 1);
      rotate(0, 2);
      rotate(1, 2);
    }
    int first = 0;
    int second = 1;
    int third = 2;
    if (precedes(1, 0)) {
      first = 1;
      second = 0;
    }
    if (precedes(2, second)) {
      third = second;
      second = 2;
      if (precedes(2, first)) {
        second = first;
        first = 2;
      }
    }
    put(0, first);
    put(1, second);
    put(2, third);
    return this;
  }

  /** Whether an eigenvalue comes before another: the larger one; NaN comes last. */
  private boolean precedes(int a, int b) {
    return Double.compare(-m[4 * a], -m[4 * b]) < 0;
  }

  /** Makes row {@code from} axis {@code to}, with its first component that is not 0 positive. */
  private void put(int to, int from) {
    int at = 3 * from;
    double decisive = v[at] != 0 ? v[at] : v[at + 1] != 0 ? v[at + 1] : v[at + 2];
    double sign = decisive == 0 ? 1 : Math.signum(decisive);
    values[to] = m[4 * from];
    for (int d = 0; d < 3; d++) {
      vectors[3 * to + d] = sign * v[at + d];
    }
  }

  /** Rotates in the plane of two axes so that their mixed element vanishes. */
  private void rotate(int p, int q) {
    double mixed = m[3 * p + q];
    if (mixed == 0) {
      return;
    }
    double theta = (m[4 * q] - m[4 * p]) / (2 * mixed);
    double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double c = 1 / Math.sqrt(t * t + 1);
    double s = t * c;
    turn(m, p, q, 3, c, s);
    turn(m, 3 * p, 3 * q, 1, c, s);
    turn(v, 3 * p, 3 * q, 1, c, s);
  }

  /** Rotates two columns or rows, which begin at {@code a} and at {@code b}. */
  private static void turn(double[] of, int a, int b, int step, double c, double s) {
    for (int k = 0; k < 3 * step; k += step) {
      double x = of[a + k];
      double y = of[b + k];
      of[a + k] = c * x - s * y;
      of[b + k] = s * x + c * y;
    }
  }

  /** Returns an eigenvalue; the largest one is number 0. */
  double value(int axis) {
    return values[axis];
  }

  /**
   * Returns the length of an axis over that of the first axis; lengths are roots of eigenvalues.
   */
  double ratio(int axis) {
    return Math.sqrt(Math.max(0, values[axis]) / values[0]);
  }

  /** Returns the unit vectors along the axes [9], which the next tensor overwrites. */
  double[] vectors() {
    return vectors;
  }
}
