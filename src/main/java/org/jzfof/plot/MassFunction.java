package org.jzfof.plot;

import java.util.Arrays;

/**
 * Number density of groups as a function of mass, in bins of equal width in log10 M.
 *
 * @param logEdge edges of the bins, log10 of the mass [bins + 1]
 * @param count groups per bin [bins]
 * @param volume comoving volume that holds the groups
 */
public record MassFunction(double[] logEdge, long[] count, double volume) {

  /**
   * A number density with its Poisson uncertainty.
   *
   * @param logMass log10 of the mass
   * @param density groups per volume, or per volume and decade of mass
   * @param lower lower end of the 1-sigma interval
   * @param upper upper end of the 1-sigma interval
   */
  public record Point(double logMass, double density, double lower, double upper) {}

  /**
   * Counts groups in bins of mass.
   *
   * @param mass masses of the groups, above 0; at least one
   * @param volume comoving volume that contains the groups
   * @param binsPerDecade bins per decade of mass; the first bin starts at the smallest mass
   */
  static MassFunction of(double[] mass, double volume, int binsPerDecade) {
    double low = Math.log10(Arrays.stream(mass).min().orElseThrow());
    double high = Math.log10(Arrays.stream(mass).max().orElseThrow());
    int bins = (int) ((high - low) * binsPerDecade) + 1;
    double[] edge = new double[bins + 1];
    Arrays.setAll(edge, i -> low + (double) i / binsPerDecade);
    long[] count = new long[bins];
    for (double m : mass) {
      int bin = (int) ((Math.log10(m) - low) * binsPerDecade);
      count[Math.max(0, Math.min(bins - 1, bin))]++;
    }
    return new MassFunction(edge, count, volume);
  }

  /** Returns dn/dlog10 M at the middle of each bin that contains groups. */
  Point[] differential() {
    Point[] points = new Point[count.length];
    for (int i = 0; i < count.length; i++) {
      double norm = volume * (logEdge[i + 1] - logEdge[i]);
      points[i] = point((logEdge[i] + logEdge[i + 1]) / 2, count[i], norm);
    }
    return Arrays.stream(points).filter(p -> p.density > 0).toArray(Point[]::new);
  }

  /** Returns the number density of groups of at least the mass at the lower edge of each bin. */
  Point[] cumulative() {
    Point[] points = new Point[count.length];
    long above = 0;
    for (int i = count.length - 1; i >= 0; i--) {
      above += count[i];
      points[i] = point(logEdge[i], above, volume);
    }
    return points;
  }

  /**
   * Returns a point with the 1-sigma limits of Gehrels (1986, ApJ 303, 336), equations 7 and 14.
   *
   * @param n number of groups
   * @param norm what the number is divided by
   */
  public static Point point(double logMass, long n, double norm) {
    double upper = n + Math.sqrt(n + 0.75) + 1;
    double lower = n == 0 ? 0 : n * Math.pow(1 - 1 / (9.0 * n) - 1 / (3 * Math.sqrt(n)), 3);
    return new Point(logMass, n / norm, lower / norm, upper / norm);
  }
}
