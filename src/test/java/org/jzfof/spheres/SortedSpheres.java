package org.jzfof.spheres;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.config.Crossing;
import org.jzfof.fof.LinkCriterion;

/** Spheres at the last or the first crossings, by sorted lists of all particles. */
final class SortedSpheres {
  private SortedSpheres() {}

  static SphereMasses of(SphereFixture set, int[] centre, double[] density, Crossing crossing) {
    int groups = centre.length / 3;
    int spheres = density.length;
    SphereMasses all =
        new SphereMasses(
            new double[groups * spheres],
            new double[groups * spheres],
            new long[groups * spheres],
            null);
    LinkCriterion metric = set.metric();
    Weight weight = new Weight(Weight.ALL_TYPES, set.scale().perMass());
    for (int g = 0; g < groups; g++) {
      int at = 3 * g;
      long[][] near =
          IntStream.range(0, set.count())
              .mapToObj(
                  i ->
                      new long[] {
                        metric.square(
                            set.positions()[3 * i] - centre[at],
                            set.positions()[3 * i + 1] - centre[at + 1],
                            set.positions()[3 * i + 2] - centre[at + 2]),
                        weight.of(set.type()[i], (float) set.mass()[i])
                      })
              .sorted(Comparator.comparing(p -> p[0], Long::compareUnsigned))
              .toArray(long[][]::new);
      for (int s = 0; s < spheres; s++) {
        long mass = enclosed(set.scale(), near, density[s], crossing);
        double radius = set.scale().radius(mass, density[s]);
        all.mass()[g * spheres + s] = set.scale().mass(mass);
        all.radius()[g * spheres + s] = radius;
        all.square()[g * spheres + s] = set.scale().square(radius);
      }
    }
    return all;
  }

  /**
   * The mass up to the last, or the first, gap between particles in which the density falls through
   * the limit; that in the centre alone is skipped.
   */
  private static long enclosed(
      SphereScale scale, long[][] near, double density, Crossing crossing) {
    long sum = 0;
    long inCentre = 0;
    long found = 0;
    for (int i = 0; i < near.length; i++) {
      sum += near[i][1];
      inCentre += near[i][0] == 0 ? near[i][1] : 0;
      boolean endsHere = i + 1 == near.length || near[i + 1][0] != near[i][0];
      long square = scale.square(scale.radius(sum, density));
      boolean above = Long.compareUnsigned(near[i][0], square) <= 0;
      boolean falls = i + 1 == near.length || Long.compareUnsigned(near[i + 1][0], square) > 0;
      if (endsHere && above && falls && sum > inCentre) {
        found = sum;
        if (crossing == Crossing.FIRST) {
          break;
        }
      }
    }
    return found;
  }
}
