package org.jzfof.subhalo;

import java.util.function.IntPredicate;
import org.jzfof.domain.FixedPoint;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.ExactSums;

/** The members of a set by their distance from one of them, of equal ones by ID. */
final class RadialProfile {
  /** Innermost members that tell no circular velocity. */
  private static final int INNERMOST = 6;

  private final MemberSet set;
  private final int[] outward;
  private final double[] radius;
  private double peak;
  private double peakRadius;

  RadialProfile(FixedPoint map, MemberSet set, int centre) {
    this.set = set;
    LinkCriterion metric = LinkCriterion.of(map, 1);
    long[] square = new long[set.count()];
    for (int i = 0; i < square.length; i++) {
      square[i] =
          metric.square(
              set.place(i, 0) - set.place(centre, 0),
              set.place(i, 1) - set.place(centre, 1),
              set.place(i, 2) - set.place(centre, 2));
    }
    this.outward = SortedOrder.increasingUnsigned(square, set::id);
    this.radius = new double[square.length];
    for (int n = 0; n < radius.length; n++) {
      long own = square[outward[n]];
      radius[n] =
          metric.isotropic()
              ? Math.sqrt(ExactSums.toDouble(own, 0)) * map.largestCell()
              : Math.sqrt(Double.longBitsToDouble(own));
    }
    findPeak();
  }

  /** Of equal ones the outer one. */
  private void findPeak() {
    double within = 0;
    for (int n = 0; n < outward.length; n++) {
      within += set.mass(outward[n]);
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

  /** Midway between the two members at which the mass of some passes a half; 0 for none. */
  double halfMass(IntPredicate some) {
    double total = 0;
    for (int i : outward) {
      total += some.test(i) ? set.mass(i) : 0;
    }
    double within = 0;
    double inner = -1;
    for (int n = 0; n < outward.length; n++) {
      if (some.test(outward[n])) {
        within += set.mass(outward[n]);
        if (within >= total / 2) {
          return inner < 0 ? radius[n] : (inner + radius[n]) / 2;
        }
        inner = radius[n];
      }
    }
    return 0;
  }
}
