package org.jzfof.spheres.properties;

import java.util.Arrays;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.spheres.SphereFixture;
import org.jzfof.spheres.Spheres;

/** Shapes of spheres one by one, each from loops over all particles and axes that are sorted. */
record SerialShapes(SphereFixture set, int types) {
  private static final int ROUNDS = 20;
  private static final int LEAST = 50;

  /** Bits of the axis ratios and axes of a sphere [11], in the form of a device. */
  long[] of(Spheres spheres, ShapeStarts starts, int sphere) {
    double[] shape = new double[11];
    Arrays.fill(shape, Double.NaN);
    Ellipsoids ellipsoid = Ellipsoids.allocate(1);
    ellipsoid.setSphere(0, starts.radius()[sphere], starts.unit()[sphere]);
    boolean stable = false;
    for (int round = 0; round < ROUNDS && !stable; round++) {
      long[] sums = sums(spheres, sphere, ellipsoid);
      if (sums[7] < LEAST) {
        Arrays.fill(shape, Double.NaN);
        break;
      }
      double[] tensor = new double[6];
      Arrays.setAll(tensor, c -> (double) sums[c] / sums[6]);
      SortedAxes.Axes axes = SortedAxes.axes(tensor);
      stable = true;
      for (int k = 0; k < 2; k++) {
        double ratio = axes.ratio(k + 1);
        stable &= Math.abs(ratio - ellipsoid.ratio(0, k)) < 1e-3;
        shape[k] = ratio;
        ellipsoid.doubles()[9 + k] = Math.max(1e-6, ratio) * Math.max(1e-6, ratio);
      }
      System.arraycopy(axes.vectors(), 0, ellipsoid.doubles(), 0, 9);
      System.arraycopy(axes.vectors(), 0, shape, 2, 9);
    }
    return Arrays.stream(shape).mapToLong(Double::doubleToLongBits).toArray();
  }

  private long[] sums(Spheres spheres, int sphere, Ellipsoids ellipsoid) {
    long[] sums = new long[Ellipsoids.LONGS];
    double[] x = new double[3];
    LinkCriterion metric = LinkCriterion.of(set.map(), 1);
    for (int i = 0; i < set.count(); i++) {
      if ((types >>> set.type()[i] & 1) == 1
          && set.isInside(metric, i, spheres.centre(), 3 * sphere, spheres.square()[sphere])) {
        for (int d = 0; d < 3; d++) {
          int cells = set.positions()[3 * i + d] - spheres.centre()[3 * sphere + d];
          x[d] = cells * set.map().cell()[d];
        }
        ellipsoid.add(sums, 0, mass(i), x, 0);
      }
    }
    return sums;
  }

  private double mass(int i) {
    double ofType = set.massOfType()[set.type()[i]];
    return ofType > 0 ? ofType : (float) set.mass()[i];
  }
}
