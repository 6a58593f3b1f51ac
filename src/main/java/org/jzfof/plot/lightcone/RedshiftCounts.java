package org.jzfof.plot.lightcone;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jzfof.massfunction.HaloMassFunction;
import org.jzfof.plot.MassFunction;
import org.jzfof.snapshot.header.Cosmology;

/**
 * Bins of the redshift, of equal width, in which groups are counted.
 *
 * @param edge edges of the bins [bins + 1]
 * @param steradians area of the cone on the sky
 */
record RedshiftCounts(double[] edge, double steradians) {
  private static final int BINS = 10;

  /** Mass limits above which there are fewer groups are not chosen. */
  private static final int FEWEST = 10;

  private static final int LIMITS = 3;

  /**
   * Returns bins from the first to the last redshift, or ten bins that contain the groups; these
   * begin at the observer unless the nearest group is farther than the first of them.
   *
   * @param bins first and last redshift and number of bins; null for bins that contain the groups
   */
  static RedshiftCounts of(double[] bins, LightconeGroups groups, double steradians) {
    if (bins != null) {
      return new RedshiftCounts(edges(bins[0], bins[1], (int) bins[2]), steradians);
    }
    double far = groups.largestRedshift();
    double near = DoubleStream.of(groups.redshift()).min().orElseThrow();
    return new RedshiftCounts(edges(near < far / BINS ? 0 : near, far, BINS), steradians);
  }

  /** Returns edges; equal redshifts have a bin around them. */
  private static double[] edges(double from, double to, int bins) {
    double width = to > from ? (to - from) / bins : Math.max(1e-6, 1e-6 * to);
    double[] edge = new double[bins + 1];
    Arrays.setAll(edge, i -> i == bins && to > from ? to : from + i * width);
    return edge;
  }

  int bins() {
    return edge.length - 1;
  }

  double middle(int bin) {
    return (edge[bin] + edge[bin + 1]) / 2;
  }

  private double width() {
    return (edge[bins()] - edge[0]) / bins();
  }

  /**
   * Returns the number of groups of at least a mass per steradian and unit redshift, in the middle
   * of each bin.
   */
  MassFunction.Point[] above(double mass, LightconeGroups groups) {
    long[] count = new long[bins()];
    for (int g = 0; g < groups.count(); g++) {
      double z = groups.redshift()[g];
      if (groups.mass()[g] >= mass && z >= edge[0] && z <= edge[bins()]) {
        count[Math.min(bins() - 1, (int) ((z - edge[0]) / width()))]++;
      }
    }
    MassFunction.Point[] points = new MassFunction.Point[bins()];
    Arrays.setAll(points, bin -> MassFunction.point(middle(bin), count[bin], steradians * width()));
    return points;
  }

  /**
   * Returns the same of a model: its density at the middle of each bin times the comoving volume of
   * the bin, that of the shell between two distances in Euclidean space, as the cone is cut.
   *
   * @param mass increasing, in Msun/h [limits]
   * @return values [limits][bins]
   */
  double[][] ofModel(ModelAtRedshift model, Cosmology cosmology, double... mass) {
    double[][] values = new double[mass.length][bins()];
    for (int bin = 0; bin < bins(); bin++) {
      double near = cosmology.distance(1 / (1 + edge[bin]));
      double far = cosmology.distance(1 / (1 + edge[bin + 1]));
      double volume = (Math.pow(far, 3) - Math.pow(near, 3)) / 3;
      double[] density = model.at(middle(bin)).cumulative(mass);
      for (int m = 0; m < mass.length; m++) {
        values[m][bin] = density[m] * volume / width();
      }
    }
    return values;
  }

  /** A mass function at any redshift. */
  @FunctionalInterface
  interface ModelAtRedshift {
    HaloMassFunction at(double redshift);
  }

  /**
   * Returns up to three limits above each of which there are some groups: of the numbers 1, 3, 10,
   * 30 and so on the first ones from a mass on; if there are none, the last one below all groups.
   */
  static double[] limits(double least, double... masses) {
    double[] sorted = DoubleStream.of(masses).sorted().toArray();
    double most = sorted[Math.max(0, sorted.length - FEWEST)];
    double[] steps =
        IntStream.rangeClosed(-100, 100)
            .mapToObj(power -> Math.pow(10, power))
            .flatMapToDouble(power -> DoubleStream.of(power, 3 * power))
            .toArray();
    double[] above = DoubleStream.of(steps).filter(m -> m >= least && m <= most).toArray();
    return above.length > 0
        ? Arrays.copyOf(above, Math.min(LIMITS, above.length))
        : new double[] {DoubleStream.of(steps).filter(m -> m <= sorted[0]).max().orElse(sorted[0])};
  }
}
