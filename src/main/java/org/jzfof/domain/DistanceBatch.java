package org.jzfof.domain;

import java.util.Arrays;

/**
 * Points whose squared distances from one position after the other are computed together, in single
 * precision. The compiler vectorises the loops. One object serves one batch after another.
 */
public final class DistanceBatch {
  /** (a + b)² <= a² (1 + ε) + b² (1 + 1/ε), with ε = 2^-11 and a margin for rounding errors. */
  private static final double WIDENING = 1 + 0x1p-10;

  private static final double MARGIN = 4 * 2050;

  private float[] x;
  private float[] y;
  private float[] z;
  private int[] point;
  private float[] square;
  private int[] near;
  private int count;

  /**
   * @param capacity number of points for which there is room from the start
   */
  public DistanceBatch(int capacity) {
    this.x = new float[capacity];
    this.y = new float[capacity];
    this.z = new float[capacity];
    this.point = new int[capacity];
    this.square = new float[capacity];
    this.near = new int[capacity];
  }

  public void clear() {
    count = 0;
  }

  public int count() {
    return count;
  }

  /** Makes room for more points. */
  public void reserve(int more) {
    if (count + more > point.length) {
      int length = 2 * (count + more);
      x = Arrays.copyOf(x, length);
      y = Arrays.copyOf(y, length);
      z = Arrays.copyOf(z, length);
      point = Arrays.copyOf(point, length);
      square = new float[length];
      near = new int[length];
    }
  }

  /** Adds a point, for which there must be room. */
  public void add(float pointX, float pointY, float pointZ, int index) {
    x[count] = pointX;
    y[count] = pointY;
    z[count] = pointZ;
    point[count++] = index;
  }

  /** Indices of the points [count]. */
  public int[] point() {
    return point;
  }

  /** Squared distances of the points from the position that was measured last [count]. */
  public float[] square() {
    return square;
  }

  /** Computes the squared distances of all points from a position. */
  public void measure(float fromX, float fromY, float fromZ) {
    float[] xs = x;
    float[] ys = y;
    float[] zs = z;
    float[] squares = square;
    int n = count;
    for (int i = 0; i < n; i++) {
      float dx = xs[i] - fromX;
      float dy = ys[i] - fromY;
      float dz = zs[i] - fromZ;
      squares[i] = dx * dx + dy * dy + dz * dz;
    }
  }

  /**
   * Computes squared distances as {@link #measure}, from the nearest images in a periodic box.
   *
   * @param side sides of the box [3]
   */
  public void measureWrapped(float fromX, float fromY, float fromZ, float[] side) {
    float sideX = side[0];
    float sideY = side[1];
    float sideZ = side[2];
    for (int i = 0; i < count; i++) {
      float dx = wrapped(x[i] - fromX, sideX);
      float dy = wrapped(y[i] - fromY, sideY);
      float dz = wrapped(z[i] - fromZ, sideZ);
      square[i] = dx * dx + dy * dy + dz * dz;
    }
  }

  private static float wrapped(float difference, float side) {
    float direct = Math.abs(difference);
    return Math.min(direct, Math.abs(side - direct));
  }

  /**
   * Finds the points within a squared distance, without a branch: it may be true of any of them.
   *
   * @return their number; {@link #near()} holds their positions in the batch
   */
  public int select(float limit) {
    int limitBits = Float.floatToRawIntBits(limit); // these bits sort like the floats
    float[] squares = square;
    int[] to = near;
    int n = count;
    int at = 0;
    for (int i = 0; i < n; i++) {
      to[at] = i;
      at += Float.floatToRawIntBits(squares[i]) <= limitBits ? 1 : 0;
    }
    return at;
  }

  /** Positions in the batch of the points that {@link #select} found last. */
  public int[] near() {
    return near;
  }

  /**
   * Widens an approximate square of a distance by two errors, one of this distance and one of that
   * to compare with it.
   *
   * @param error largest error of any approximate distance
   */
  public static double widened(double square, double error) {
    return square * WIDENING + MARGIN * error * error;
  }
}
