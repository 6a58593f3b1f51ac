package org.jzfof.bench;

import java.util.Arrays;

/**
 * Median, minimum and maximum of a repeated measurement, in its unit.
 *
 * @param median median; for an even number of values, the mean of the two middle values
 */
public record Spread(double median, double min, double max) {
  /**
   * @param values measured values, at least one
   */
  public static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return new Spread((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1]);
  }
}
