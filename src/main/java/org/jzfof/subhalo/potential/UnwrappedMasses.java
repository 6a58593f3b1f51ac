package org.jzfof.subhalo.potential;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.subhalo.members.SortedOrder;

/**
 * Point masses that are so close to each other that no difference wraps around the periodic box.
 * Coordinates are cells relative to an origin, as doubles without rounding.
 *
 * @param x [n]
 * @param y [n]
 * @param z [n]
 * @param mass [n]
 */
record UnwrappedMasses(double[] x, double[] y, double[] z, double[] mass) {
  /** Maximum number of cells from the origin. */
  private static final int NEAR = 1 << 30;

  /**
   * Returns the masses of a selection relative to one member.
   *
   * @param origin row of the member at the origin
   * @return null if a point is too far from the origin
   */
  static UnwrappedMasses of(PointMasses members, MemberSelection selection, int origin) {
    double[] x = cells(members, selection, origin, 0);
    double[] y = cells(members, selection, origin, 1);
    double[] z = cells(members, selection, origin, 2);
    if (x == null || y == null || z == null) {
      return null;
    }
    double[] mass = new double[selection.count()];
    Arrays.setAll(mass, i -> members.mass()[selection.row()[i]]);
    return new UnwrappedMasses(x, y, z, mass);
  }

  private static double[] cells(PointMasses members, MemberSelection selection, int origin, int d) {
    double[] cells = new double[selection.count()];
    for (int i = 0; i < cells.length; i++) {
      int difference =
          members.position()[3 * selection.row()[i] + d] - members.position()[3 * origin + d];
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

  /** Returns the indices of the points by increasing x. */
  int[] byX() {
    return SortedOrder.increasing(x, i -> i);
  }

  /** Returns the points in another order. */
  UnwrappedMasses inOrder(int[] order) {
    return new UnwrappedMasses(
        ArrayParts.take(x, order),
        ArrayParts.take(y, order),
        ArrayParts.take(z, order),
        ArrayParts.take(mass, order));
  }

  /** Returns the points [from, to). */
  UnwrappedMasses part(int from, int to) {
    return new UnwrappedMasses(
        Arrays.copyOfRange(x, from, to),
        Arrays.copyOfRange(y, from, to),
        Arrays.copyOfRange(z, from, to),
        Arrays.copyOfRange(mass, from, to));
  }
}
