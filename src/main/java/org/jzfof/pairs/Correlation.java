package org.jzfof.pairs;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Correlation functions in a periodic box, from counts and the expected number of pairs of
 * uncorrelated points: the product of the numbers of points times the volume of the bin over that
 * of the box. For points with weights, sums of weights replace numbers.
 *
 * @param xi correlation of each count; -1 for no pairs [{@link PairBins#count}]
 * @param error Poisson error of each xi, (1 + xi) over the square root of the number of different
 *     pairs; NaN without pairs
 * @param wp twice the integral of xi over pi in length units, for RPPI; otherwise null [bins]
 * @param wpError Poisson error of each wp
 */
public record Correlation(double[] xi, double[] error, double[] wp, double[] wpError) {
  /**
   * @param counts numbers of ordered pairs, including pairs of a point with itself
   * @param partners number of partners, or -1 for an autocorrelation
   * @param side sides of the box [3], none of them 0
   */
  public static Correlation of(
      PairBins bins, long[] counts, long points, long partners, double[] side) {
    return of(bins, counts, points, partners, side, ones(bins));
  }

  /**
   * As {@link #of(PairBins, long[], long, long, double[])}, for points in a part of the box.
   *
   * @param share expected number of pairs in the part, relative to as many points in the complete
   *     box
   */
  static Correlation of(
      PairBins bins, long[] counts, long points, long partners, double[] side, double[] share) {
    boolean auto = partners < 0;
    double density = (auto ? points - 1.0 : partners) / (side[0] * side[1] * side[2]);
    long[] pairs = withoutSelf(bins, counts, auto ? points : 0);
    double[] number = Arrays.stream(pairs).asDoubleStream().toArray();
    return of(bins, number, different(pairs, auto), points, density, share);
  }

  /**
   * As {@link #of(PairBins, long[], long, long, double[])}, for sums of weights: the expected sum
   * in the complete box is the squared sum of the weights minus the sum of their squares, or for
   * partners the product of both sums.
   *
   * @param found ordered pairs, including pairs of a point with itself
   */
  public static Correlation ofWeights(
      PairBins bins, PairTotals found, long points, PairWeights weights, double[] side) {
    return ofWeights(bins, found, points, weights, side, ones(bins));
  }

  /**
   * As {@link #ofWeights(PairBins, PairTotals, long, PairWeights, double[])}, for points in a part
   * of the box.
   *
   * @param share expected number of pairs in the part, relative to as many points in the complete
   *     box
   */
  static Correlation ofWeights(
      PairBins bins,
      PairTotals found,
      long points,
      PairWeights weights,
      double[] side,
      double[] share) {
    boolean auto = weights.partners() == null;
    BigInteger[] sums = found.sums().clone();
    if (auto && bins.holdSelf()) {
      sums[0] = sums[0].subtract(weights.points().squares());
    }
    long[] pairs = withoutSelf(bins, found.counts(), auto ? points : 0);
    return of(
        bins,
        Arrays.stream(sums).mapToDouble(BigInteger::doubleValue).toArray(),
        different(pairs, auto),
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

  private static long[] different(long[] pairs, boolean auto) {
    return Arrays.stream(pairs).map(number -> auto ? number / 2 : number).toArray();
  }

  /**
   * @param pairs numbers of pairs, or the sums of their weights
   * @param points number of points, or their weight
   */
  private static Correlation of(
      PairBins bins,
      double[] pairs,
      long[] different,
      double points,
      double density,
      double[] share) {
    double[] volume = volumes(bins);
    double[] xi = new double[pairs.length];
    double[] error = new double[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      double expected = points * density * volume[i / bins.parts()] * share[i];
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

  /** Returns the volume of each part of each bin [bins]. */
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
