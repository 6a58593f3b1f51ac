package org.jzfof.spheres;

import java.util.TreeMap;
import org.jzfof.fof.LinkCriterion;

/** The crossings of SOAP from sorted lists of all particles. */
final class SortedSoap {
  private final SphereFixture set;
  private final int[] centre;
  private final double density;

  SortedSoap(SphereFixture set, int[] centre, double density) {
    this.set = set;
    this.centre = centre;
    this.density = density;
  }

  /** Radius and mass around a centre. */
  double[] sphere(int g) {
    LinkCriterion metric = set.metric();
    SphereScale scale = set.scale();
    Weight weight = new Weight(Weight.ALL_TYPES, scale.perMass());
    TreeMap<Long, Long> shells = new TreeMap<>(Long::compareUnsigned);
    for (int i = 0; i < set.count(); i++) {
      long square =
          metric.square(
              set.positions()[3 * i] - centre[3 * g],
              set.positions()[3 * i + 1] - centre[3 * g + 1],
              set.positions()[3 * i + 2] - centre[3 * g + 2]);
      shells.merge(square, weight.of(set.type()[i], (float) set.mass()[i]), Long::sum);
    }
    long inner = shells.pollFirstEntry().getValue(); // what is in the centre or nearest to it
    double innerRadius = 0;
    double innerMass = 0;
    for (var shell : shells.entrySet()) {
      long mass = inner + shell.getValue();
      double r = distance(shell.getKey());
      long own = scale.square(scale.radius(mass, density));
      if (Long.compareUnsigned(shell.getKey(), own) > 0) {
        double radius = newton(innerRadius, innerMass, r, scale.mass(mass));
        return new double[] {radius, 4 * Math.PI / 3 * density * Math.pow(radius, 3)};
      }
      inner = mass;
      innerRadius = r;
      innerMass = scale.mass(mass);
    }
    return shells.isEmpty()
        ? new double[2]
        : new double[] {Math.cbrt(innerMass / (4 * Math.PI / 3 * density)), innerMass};
  }

  private double distance(long square) {
    if (!set.map().isotropic()) {
      return Math.sqrt(Double.longBitsToDouble(square));
    }
    return Math.sqrt(Double.parseDouble(Long.toUnsignedString(square))) * set.map().largestCell();
  }

  /**
   * The root of a convex function from above: 4 pi / 3 density r^3 = M1 + (M2-M1)/(r2-r1)(r-r1).
   */
  private double newton(double r1, double m1, double r2, double m2) {
    double volume = 4 * Math.PI / 3 * density;
    double slope = (m2 - m1) / (r2 - r1);
    double r = r2;
    for (int i = 0; i < 200; i++) {
      r -= (volume * r * r * r - m1 - slope * (r - r1)) / (3 * volume * r * r - slope);
    }
    return r;
  }
}
