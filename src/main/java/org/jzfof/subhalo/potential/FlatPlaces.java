package org.jzfof.subhalo.potential;

import java.util.Arrays;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.subhalo.members.SortedOrder;

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
   * Places about one member.
   *
   * @return null where one is too far from it
   */
  static FlatPlaces of(PointMasses members, MemberSelection some, int origin) {
    double[] x = cells(members, some, origin, 0);
    double[] y = cells(members, some, origin, 1);
    double[] z = cells(members, some, origin, 2);
    if (x == null || y == null || z == null) {
      return null;
    }
    double[] mass = new double[some.count()];
    Arrays.setAll(mass, i -> members.mass()[some.row()[i]]);
    return new FlatPlaces(x, y, z, mass);
  }

  private static double[] cells(PointMasses members, MemberSelection some, int origin, int d) {
    double[] cells = new double[some.count()];
    for (int i = 0; i < cells.length; i++) {
      int difference = members.place()[3 * some.row()[i] + d] - members.place()[3 * origin + d];
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
    int[] order = SortedOrder.increasing(x, i -> i);
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
