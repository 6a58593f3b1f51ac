package org.jzfof.pairs;

import java.util.Arrays;

/**
 * Expected numbers of pairs of uncorrelated points in a box without one of its regions. They follow
 * from the probability that a pair with one point in a region has both there: the mean over a bin
 * of (1 - |x| / a) (1 - |y| / b) (1 - |z| / c) for separations x, y, z within the sides a, b, c of
 * a region.
 */
final class RegionVolumes {
  /** Number of integration points along each of the three dimensions of a part of a bin. */
  private static final int STEPS = 24;

  private final PairBins bins;
  private final double[] side;

  /**
   * @param side sides of a region [3]
   */
  RegionVolumes(PairBins bins, double[] side) {
    this.bins = bins;
    this.side = side.clone();
  }

  /**
   * Returns the expected number of pairs outside a region, relative to as many points in the
   * complete box.
   *
   * @param regions number of regions of equal volume in the box
   * @return ratio for each part of each bin [{@link PairBins#count}]
   */
  double[] outside(int regions) {
    double fraction = 1.0 / regions;
    double left = (1 - fraction) * (1 - fraction);
    double[] outside = new double[bins.count()];
    Arrays.setAll(outside, i -> (1 - 2 * fraction + fraction * within(i)) / left);
    return outside;
  }

  /** Returns the probability that the second point of a pair is in the region of the first. */
  double within(int count) {
    double[] edges = bins.edges();
    int bin = count / bins.parts();
    int part = count % bins.parts();
    boolean projected = bins.separation() == Separation.RPPI;
    int power = projected ? 2 : 3;
    double sum = 0;
    for (int i = 0; i < STEPS; i++) {
      double volume = middle(i, Math.pow(edges[bin], power), Math.pow(edges[bin + 1], power));
      double distance = Math.pow(volume, 1.0 / power);
      for (int j = 0; j < STEPS; j++) {
        double along =
            projected
                ? middle(j, part, part + 1)
                : distance * middle(j, (double) part / bins.parts(), (part + 1.0) / bins.parts());
        double across =
            projected ? distance : Math.sqrt(Math.max(0, distance * distance - along * along));
        sum += aroundSight(across, along);
      }
    }
    return sum / (STEPS * STEPS);
  }

  private double aroundSight(double across, double along) {
    int axis = bins.axis();
    double x = side[axis == 0 ? 1 : 0];
    double y = side[axis == 2 ? 1 : 2];
    double sum = 0;
    for (int k = 0; k < STEPS; k++) {
      double angle = middle(k, 0, 0.5 * Math.PI);
      sum += overlap(across * Math.cos(angle), x) * overlap(across * Math.sin(angle), y);
    }
    return sum / STEPS * overlap(along, side[axis]);
  }

  private static double overlap(double shift, double side) {
    return Math.max(0, 1 - shift / side);
  }

  private static double middle(int step, double from, double to) {
    return from + (step + 0.5) / STEPS * (to - from);
  }
}
