package org.jzfof.pairs;

import java.util.Arrays;

/**
 * Correlation functions in a periodic box, from counts and the number of pairs of points without
 * correlation: the product of the numbers of points times the volume of the bin over that of the
 * box.
 *
 * @param xi of each count, less than nothing of it being -1 [{@link PairBins#count}]
 * @param error Poisson error of each, (1 + xi) over the root of the number of different pairs; NaN
 *     where there is none
 * @param wp twice the integral of xi over pi, for RPPI, in length units; else null [bins]
 * @param wpError of each
 */
public record Correlation(double[] xi, double[] error, double[] wp, double[] wpError) {
  /**
   * @param counts of ordered pairs, with those of points and themselves
   * @param some number of points
   * @param others number of their partners, or -1 where they are their own
   * @param side sides of the box [3], none of them 0
   */
  public static Correlation of(
      PairBins bins, long[] counts, long some, long others, double[] side) {
    double[] whole = new double[bins.count()];
    Arrays.fill(whole, 1);
    return of(bins, counts, some, others, side, whole);
  }

  /**
   * As {@link #of(PairBins, long[], long, long, double[])}, where the points are in a part of the
   * box.
   *
   * @param share pairs expected there, over those of as many points in the whole box
   */
  static Correlation of(
      PairBins bins, long[] counts, long some, long others, double[] side, double[] share) {
    boolean own = others < 0;
    double density = (own ? some - 1.0 : others) / (side[0] * side[1] * side[2]);
    double[] volume = volumes(bins);
    double[] xi = new double[counts.length];
    double[] error = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      long pairs = counts[i] - (own && i == 0 && bins.holdSelf() ? some : 0);
      double expected = some * density * volume[i / bins.parts()] * share[i];
      double different = own ? pairs / 2 : pairs;
      xi[i] = pairs / expected - 1;
      error[i] = different > 0 ? pairs / expected / Math.sqrt(different) : Double.NaN;
    }
    if (bins.separation() != Separation.RPPI) {
      return new Correlation(xi, error, null, null);
    }
    double[] wp = new double[bins.bins()];
    double[] wpError = new double[bins.bins()];
    for (int i = 0; i < counts.length; i++) {
      int bin = i / bins.parts();
      wp[bin] += 2 * xi[i];
      wpError[bin] = Math.hypot(wpError[bin], Double.isNaN(error[i]) ? 0 : 2 * error[i]);
    }
    return new Correlation(xi, error, wp, wpError);
  }

  /** Volume of each part of each bin [bins]. */
  private static double[] volumes(PairBins bins) {
    double[] edges = bins.edges();
    double[] volume = new double[bins.bins()];
    Arrays.setAll(
        volume,
        i ->
            bins.separation() == Separation.RPPI
                ? 2 * Math.PI * (square(edges[i + 1]) - square(edges[i]))
                : 4 * Math.PI / 3 * (cube(edges[i + 1]) - cube(edges[i])) / bins.parts());
    return volume;
  }

  private static double square(double x) {
    return x * x;
  }

  private static double cube(double x) {
    return x * x * x;
  }
}
