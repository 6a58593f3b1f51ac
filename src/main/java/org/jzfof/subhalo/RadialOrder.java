package org.jzfof.subhalo;

import org.jzfof.domain.FixedPoint;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.ExactSums;
import org.jzfof.subhalo.members.SortedOrder;
import org.jzfof.threads.Parallel;

/**
 * Members by their distance from a position, equally distant ones by ID.
 *
 * @param radius comoving distance [m]
 * @param mass [m]
 * @param type [m]
 */
public record RadialOrder(double[] radius, double[] mass, byte[] type) {
  /** Sorts members by their distance from a centre. */
  static RadialOrder of(FixedPoint map, MemberSet set, int[] centre) {
    long[] square = squares(map, set, centre);
    int[] order = SortedOrder.increasingUnsigned(square, set::id);
    long[] outward = new long[order.length];
    double[] mass = new double[order.length];
    byte[] type = new byte[order.length];
    Parallel.forEach(
        order.length,
        Parallel.GRAIN,
        n -> {
          outward[n] = square[order[n]];
          mass[n] = set.mass(order[n]);
          type[n] = set.type(order[n]);
        });
    return new RadialOrder(radii(map, outward), mass, type);
  }

  /**
   * Returns the squared distances of members, as numbers that are in order when compared unsigned.
   *
   * @param centre fixed-point coordinates [3]
   */
  public static long[] squares(FixedPoint map, MemberSet set, int[] centre) {
    LinkCriterion metric = LinkCriterion.of(map, 1);
    long[] square = new long[set.count()];
    Parallel.forEach(
        square.length,
        Parallel.GRAIN,
        i ->
            square[i] =
                metric.square(
                    set.position(i, 0) - centre[0],
                    set.position(i, 1) - centre[1],
                    set.position(i, 2) - centre[2]));
    return square;
  }

  /** Returns the distances that belong to results of {@link #squares}. */
  public static double[] radii(FixedPoint map, long[] square) {
    double[] radius = new double[square.length];
    boolean isotropic = map.isotropic();
    double cell = map.largestCell();
    Parallel.forEach(
        radius.length,
        Parallel.GRAIN,
        i ->
            radius[i] =
                isotropic
                    ? Math.sqrt(ExactSums.toDouble(square[i], 0)) * cell
                    : Math.sqrt(Double.longBitsToDouble(square[i])));
    return radius;
  }
}
