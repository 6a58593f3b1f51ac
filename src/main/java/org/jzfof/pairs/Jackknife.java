package org.jzfof.pairs;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Correlation functions with each region of a periodic box left out in turn, and their covariance:
 * (R - 1) / R times the sum over the R regions of the products of differences from the mean
 * (Norberg et al. 2009, MNRAS 396, 19, equation 3).
 *
 * @param some points left without each region [regions]
 * @param others partners left [regions]; the same where points are their own
 * @param counts of pairs left [regions][{@link PairBins#count}]
 * @param xi of what is left [regions][{@link PairBins#count}]
 * @param xiCovariance [{@link PairBins#count}][{@link PairBins#count}]
 * @param wp twice the integral of xi over pi, for RPPI, in length units; else null [regions][bins]
 * @param wpCovariance for RPPI; else null [bins][bins]
 */
public record Jackknife(
    long[] some,
    long[] others,
    long[][] counts,
    double[][] xi,
    double[][] xiCovariance,
    double[][] wp,
    double[][] wpCovariance) {

  /** Most numbers that the counts of all regions, or the covariance, have. */
  public static final int MAX_NUMBERS = 1 << 24;

  /**
   * @param found with those of all ranks
   * @param own whether points are their own partners
   * @param side sides of the box [3], none of them 0
   * @param perSide regions along each
   */
  public static Jackknife of(
      PairBins bins, RegionCounts found, boolean own, double[] side, int perSide) {
    int regions = found.some().length;
    double[] outside =
        new RegionVolumes(bins, Arrays.stream(side).map(length -> length / perSide).toArray())
            .outside(regions);
    long[] some = left(found.some());
    long[] others = own ? some : left(found.others());
    long[][] counts = new long[regions][bins.count()];
    double[][] xi = new double[regions][];
    double[][] wp = new double[regions][];
    for (int r = 0; r < regions; r++) {
      for (int i = 0; i < bins.count(); i++) {
        counts[r][i] = found.total()[i] - found.touching()[r][i];
      }
      Correlation correlation =
          Correlation.of(bins, counts[r], some[r], own ? -1 : others[r], side, outside);
      xi[r] = correlation.xi();
      wp[r] = correlation.wp();
    }
    boolean projected = bins.separation() == Separation.RPPI;
    return new Jackknife(
        some,
        others,
        counts,
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

  private static long[] left(long[] in) {
    long all = Arrays.stream(in).sum();
    return Arrays.stream(in).map(number -> all - number).toArray();
  }

  private static double[][] covariance(double[][] values) {
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
