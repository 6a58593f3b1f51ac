package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Masses at places from which all differences are those of nearest images: in cells from an origin,
 * as doubles without rounding.
 *
 * @param x [n]
 * @param y [n]
 * @param z [n]
 * @param mass [n]
 */
record FlatPlaces(double[] x, double[] y, double[] z, double[] mass) {
  /** Cells from the origin within which no difference wraps around. */
  private static final int NEAR = 1 << 30;

  /**
   * Places about the first of some others.
   *
   * @return null where one is too far from it
   */
  static FlatPlaces of(PointMasses points, PointMasses others) {
    double[] x = cells(points.x(), points.count(), others.x()[0]);
    double[] y = cells(points.y(), points.count(), others.y()[0]);
    double[] z = cells(points.z(), points.count(), others.z()[0]);
    return x == null || y == null || z == null
        ? null
        : new FlatPlaces(x, y, z, Arrays.copyOf(points.mass(), points.count()));
  }

  private static double[] cells(int[] coordinate, int count, int origin) {
    double[] cells = new double[count];
    for (int i = 0; i < count; i++) {
      int difference = coordinate[i] - origin;
      if (difference <= -NEAR || difference >= NEAR) {
        return null;
      }
      cells[i] = difference;
    }
    return cells;
  }

  int count() {
    return x.length;
  }

  /** The same by increasing x. */
  FlatPlaces sorted() {
    int[] order =
        IntStream.range(0, count())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> x[i]))
            .mapToInt(i -> i)
            .toArray();
    return new FlatPlaces(
        Arrays.stream(order).mapToDouble(i -> x[i]).toArray(),
        Arrays.stream(order).mapToDouble(i -> y[i]).toArray(),
        Arrays.stream(order).mapToDouble(i -> z[i]).toArray(),
        Arrays.stream(order).mapToDouble(i -> mass[i]).toArray());
  }

  /** Some that follow each other. */
  FlatPlaces part(int from, int to) {
    return new FlatPlaces(
        Arrays.copyOfRange(x, from, to),
        Arrays.copyOfRange(y, from, to),
        Arrays.copyOfRange(z, from, to),
        Arrays.copyOfRange(mass, from, to));
  }
}
