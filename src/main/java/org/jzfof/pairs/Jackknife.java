package org.jzfof.pairs;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Correlation functions, of weights for points with weights, with each region of a periodic box
 * left out in turn, and their covariance: (R - 1) / R times the sum over the R regions of the
 * products of differences from the mean (Norberg et al. 2009, MNRAS 396, 19).
 *
 * @param points number of points without each region [regions]
 * @param partners number of partners without each region [regions]; the same array for an
 *     autocorrelation
 * @param counts numbers of pairs without each region [regions][{@link PairBins#count}]
 * @param sums sums of the products of their weights; null without weights [regions][{@link
 *     PairBins#count}]
 * @param xi correlation without each region [regions][{@link PairBins#count}]
 * @param xiCovariance covariance of xi [{@link PairBins#count}][{@link PairBins#count}]
 * @param wp twice the integral of xi over pi in length units, for RPPI; otherwise null
 *     [regions][bins]
 * @param wpCovariance covariance of wp, for RPPI; otherwise null [bins][bins]
 */
public record Jackknife(
    long[] points,
    long[] partners,
    long[][] counts,
    double[][] sums,
    double[][] xi,
    double[][] xiCovariance,
    double[][] wp,
    double[][] wpCovariance) {

  /** Maximum number of elements in the counts of all regions, or in a covariance. */
  public static final int MAX_NUMBERS = 1 << 24;

  /**
   * @param found counts of all ranks
   * @param weights weights of all points; null without weights
   * @param side sides of the box [3], none of them 0
   */
  public static Jackknife of(
      PairBins bins,
      RegionCounts found,
      boolean auto,
      PairWeights weights,
      double[] side,
      int perSide) {
    int regions = found.touching().size();
    double[] outside =
        new RegionVolumes(bins, Arrays.stream(side).map(length -> length / perSide).toArray())
            .outside(regions);
    long[] points = found.points().without();
    long[] partners = auto ? points : found.partners().without();
    long[][] counts = new long[regions][];
    double[][] sums = weights == null ? null : new double[regions][];
    double[][] xi = new double[regions][];
    double[][] wp = new double[regions][];
    for (int r = 0; r < regions; r++) {
      PairTotals left = found.total().minus(found.touching().get(r));
      counts[r] = left.counts();
      Correlation correlation;
      if (weights == null) {
        correlation =
            Correlation.of(bins, left.counts(), points[r], auto ? -1 : partners[r], side, outside);
      } else {
        sums[r] = weights.products(left.sums());
        PairWeights remainingWeights = weights.without(r, found);
        correlation = Correlation.ofWeights(bins, left, points[r], remainingWeights, side, outside);
      }
      xi[r] = correlation.xi();
      wp[r] = correlation.wp();
    }
    boolean projected = bins.separation() == Separation.RPPI;
    return new Jackknife(
        points,
        partners,
        counts,
        sums,
        xi,
        covariance(xi),
        projected ? wp : null,
        projected ? covariance(wp) : null);
  }

  /**
   * Returns the errors of wp, or of xi without wp: the square roots of the diagonal of the
   * covariance.
   */
  public double[] errors() {
    double[][] covariance = wp == null ? xiCovariance : wpCovariance;
    return IntStream.range(0, covariance.length)
        .mapToDouble(i -> Math.sqrt(covariance[i][i]))
        .toArray();
  }

  /** Returns the covariance of values with each region left out [regions][n]. */
  static double[][] covariance(double[][] values) {
    int n = values.length;
    double[] mean = new double[values[0].length];
    for (double[] value : values) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += value[i] / n;
      }
    }
    double[][] covariance = new double[mean.length][mean.length];
    for (int i = 0; i < mean.length; i++) {
      for (int j = 0; j < mean.length; j++) {
        int a = i;
        int b = j;
        covariance[i][j] =
            (n - 1.0)
                / n
                * IntStream.range(0, n)
                    .mapToDouble(r -> (values[r][a] - mean[a]) * (values[r][b] - mean[b]))
                    .sum();
      }
    }
    return covariance;
  }
}
