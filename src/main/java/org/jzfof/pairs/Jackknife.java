package org.jzfof.pairs;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Correlation functions, of weights where points have them, with each region of a periodic box left
 * out in turn, and their covariance: (R - 1) / R times the sum over the R regions of the products
 * of differences from the mean (Norberg et al. 2009, MNRAS 396, 19).
 *
 * @param some points left without each region [regions]
 * @param others partners left [regions]; the same where points are their own
 * @param counts of pairs left [regions][{@link PairBins#count}]
 * @param sums of the products of their weights; null where points have none [regions][{@link
 *     PairBins#count}]
 * @param xi of what is left [regions][{@link PairBins#count}]
 * @param xiCovariance [{@link PairBins#count}][{@link PairBins#count}]
 * @param wp twice the integral of xi over pi, for RPPI, in length units; else null [regions][bins]
 * @param wpCovariance for RPPI; else null [bins][bins]
 */
public record Jackknife(
    long[] some,
    long[] others,
    long[][] counts,
    double[][] sums,
    double[][] xi,
    double[][] xiCovariance,
    double[][] wp,
    double[][] wpCovariance) {

  /** Most numbers that the counts of all regions, or the covariance, have. */
  public static final int MAX_NUMBERS = 1 << 24;

  /**
   * @param found with those of all ranks
   * @param own whether points are their own partners
   * @param weights of all points; null where they have none
   * @param side sides of the box [3], none of them 0
   * @param perSide regions along each
   */
  public static Jackknife of(
      PairBins bins,
      RegionCounts found,
      boolean own,
      PairWeights weights,
      double[] side,
      int perSide) {
    int regions = found.touching().size();
    double[] outside =
        new RegionVolumes(bins, Arrays.stream(side).map(length -> length / perSide).toArray())
            .outside(regions);
    long[] some = found.some().left();
    long[] others = own ? some : found.others().left();
    long[][] counts = new long[regions][];
    double[][] sums = weights == null ? null : new double[regions][];
    double[][] xi = new double[regions][];
    double[][] wp = new double[regions][];
    for (int r = 0; r < regions; r++) {
      PairTotals left = found.total().without(found.touching().get(r));
      counts[r] = left.counts();
      Correlation correlation;
      if (weights == null) {
        correlation =
            Correlation.of(bins, left.counts(), some[r], own ? -1 : others[r], side, outside);
      } else {
        sums[r] = weights.products(left.sums());
        PairWeights those = weights.without(r, found);
        correlation = Correlation.ofWeights(bins, left, some[r], those, side, outside);
      }
      xi[r] = correlation.xi();
      wp[r] = correlation.wp();
    }
    boolean projected = bins.separation() == Separation.RPPI;
    return new Jackknife(
        some,
        others,
        counts,
        sums,
        xi,
        covariance(xi),
        projected ? wp : null,
        projected ? covariance(wp) : null);
  }

  /** Errors of wp, or of xi where there is none: the roots of the diagonal of its covariance. */
  public double[] errors() {
    double[][] covariance = wp == null ? xiCovariance : wpCovariance;
    return IntStream.range(0, covariance.length)
        .mapToDouble(i -> Math.sqrt(covariance[i][i]))
        .toArray();
  }

  /** Covariance of values with each region left out [regions][n]. */
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
