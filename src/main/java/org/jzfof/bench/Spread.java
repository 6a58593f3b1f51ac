package org.jzfof.bench;

import java.util.Arrays;

/**
 * Median, minimum and maximum of a repeated measurement, in its unit.
 *
 * @param median the median; of an even number of values the mean of the two in the middle
 * @param min the least
 * @param max the largest
 */
public record Spread(double median, double min, double max) {
  /**
   * @param values at least one
   */
  public static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return new Spread((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1]);
  }
}
