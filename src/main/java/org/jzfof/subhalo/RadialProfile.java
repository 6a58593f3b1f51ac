package org.jzfof.subhalo;

import java.util.function.IntPredicate;
import org.jzfof.domain.FixedPoint;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.ExactSums;
import org.jzfof.subhalo.members.Loops;
import org.jzfof.subhalo.members.SortedOrder;

/** The members of a set by their distance from one of them, of equal ones by ID. */
final class RadialProfile {
  /** Innermost members that tell no circular velocity. */
  private static final int INNERMOST = 6;

  private final double[] radius;
  private final double[] mass;
  private final byte[] type;
  private final boolean[] present = new boolean[1 << Byte.SIZE];
  private double peak;
  private double peakRadius;

  /**
   * @param loops over members
   */
  RadialProfile(FixedPoint map, MemberSet set, int centre, Loops loops) {
    LinkCriterion metric = LinkCriterion.of(map, 1);
    long[] square = new long[set.count()];
    loops.forEach(
        square.length,
        Loops.GRAIN,
        i ->
            square[i] =
                metric.square(
                    set.place(i, 0) - set.place(centre, 0),
                    set.place(i, 1) - set.place(centre, 1),
                    set.place(i, 2) - set.place(centre, 2)));
    int[] outward = SortedOrder.increasingUnsigned(square, set::id);
    this.radius = new double[square.length];
    this.mass = new double[square.length];
    this.type = new byte[square.length];
    loops.forEach(
        square.length,
        Loops.GRAIN,
        n -> {
          int i = outward[n];
          radius[n] =
              metric.isotropic()
                  ? Math.sqrt(ExactSums.toDouble(square[i], 0)) * map.largestCell()
                  : Math.sqrt(Double.longBitsToDouble(square[i]));
          mass[n] = set.mass(i);
          type[n] = set.type(i);
        });
    findPeak();
  }

  /** Of equal ones the outer one. */
  private void findPeak() {
    double within = 0;
    for (int n = 0; n < radius.length; n++) {
      within += mass[n];
      present[type[n]] = true;
      if (n >= INNERMOST && radius[n] > 0 && within / radius[n] >= peak) {
        peak = within / radius[n];
        peakRadius = radius[n];
      }
    }
  }

  /** Largest mass within a distance over that distance. */
  double peak() {
    return peak;
  }

  /** Distance where that is. */
  double peakRadius() {
    return peakRadius;
  }

  /** Distance of the last member. */
  double farthest() {
    return radius[radius.length - 1];
  }

  /** Midway between the two members at which the mass passes a half. */
  double halfMass() {
    return halfMass(n -> true);
  }

  /** The same for the members of a type; 0 where there are none. */
  double halfMass(int ofType) {
    return present[ofType] ? halfMass(n -> type[n] == ofType) : 0;
  }

  private double halfMass(IntPredicate some) {
    double total = 0;
    for (int n = 0; n < mass.length; n++) {
      total += some.test(n) ? mass[n] : 0;
    }
    double within = 0;
    double inner = -1;
    for (int n = 0; n < mass.length; n++) {
      if (some.test(n)) {
        within += mass[n];
        if (within >= total / 2) {
          return inner < 0 ? radius[n] : (inner + radius[n]) / 2;
        }
        inner = radius[n];
      }
    }
    return 0;
  }
}
