package org.jzfof.pairs;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Correlation functions in a periodic box, from counts and the number of pairs of points without
 * correlation: the product of the numbers of points times the volume of the bin over that of the
 * box. Where points have weights, sums of these stand for numbers.
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
    return of(bins, counts, some, others, side, ones(bins));
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
    long[] pairs = withoutSelf(bins, counts, own ? some : 0);
    double[] number = Arrays.stream(pairs).asDoubleStream().toArray();
    return of(bins, number, different(pairs, own), some, density, share);
  }

  /**
   * As {@link #of(PairBins, long[], long, long, double[])}, of sums of weights: the sum expected in
   * the whole box is the square of that of the weights less that of their squares, or the product
   * of those of both kinds.
   *
   * @param found ordered pairs, with those of points and themselves
   * @param some number of points
   * @param weights theirs and their partners'
   */
  public static Correlation ofWeights(
      PairBins bins, PairTotals found, long some, PairWeights weights, double[] side) {
    return ofWeights(bins, found, some, weights, side, ones(bins));
  }

  /**
   * As {@link #ofWeights(PairBins, PairTotals, long, PairWeights, double[])}, where the points are
   * in a part of the box.
   *
   * @param share pairs expected there, over those of as many points in the whole box
   */
  static Correlation ofWeights(
      PairBins bins,
      PairTotals found,
      long some,
      PairWeights weights,
      double[] side,
      double[] share) {
    boolean own = weights.others() == null;
    BigInteger[] sums = found.sums().clone();
    if (own && bins.holdSelf()) {
      sums[0] = sums[0].subtract(weights.some().squares());
    }
    long[] pairs = withoutSelf(bins, found.counts(), own ? some : 0);
    return of(
        bins,
        Arrays.stream(sums).mapToDouble(BigInteger::doubleValue).toArray(),
        different(pairs, own),
        weights.all().doubleValue(),
        1 / (side[0] * side[1] * side[2]),
        share);
  }

  private static double[] ones(PairBins bins) {
    double[] ones = new double[bins.count()];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static long[] withoutSelf(PairBins bins, long[] counts, long self) {
    long[] pairs = counts.clone();
    pairs[0] -= bins.holdSelf() ? self : 0;
    return pairs;
  }

  private static long[] different(long[] pairs, boolean own) {
    return Arrays.stream(pairs).map(number -> own ? number / 2 : number).toArray();
  }

  /**
   * @param pairs or the sums of their weights
   * @param different how many different pairs these are
   * @param some number of points, or their weight
   * @param density of their partners
   */
  private static Correlation of(
      PairBins bins,
      double[] pairs,
      long[] different,
      double some,
      double density,
      double[] share) {
    double[] volume = volumes(bins);
    double[] xi = new double[pairs.length];
    double[] error = new double[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      double expected = some * density * volume[i / bins.parts()] * share[i];
      xi[i] = pairs[i] / expected - 1;
      error[i] = different[i] > 0 ? pairs[i] / expected / Math.sqrt(different[i]) : Double.NaN;
    }
    if (bins.separation() != Separation.RPPI) {
      return new Correlation(xi, error, null, null);
    }
    double[] wp = new double[bins.bins()];
    double[] wpError = new double[bins.bins()];
    for (int i = 0; i < pairs.length; i++) {
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
