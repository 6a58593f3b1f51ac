package org.jzfof.bench;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The distribution of counts.
 *
 * @param quantiles smallest counts that 0, 1, ... 100 % of all counts do not exceed; the first is
 *     the smallest count
 * @param width number of different counts in a bin of the histogram
 * @param histogram how many counts are in each bin, from 0 to the largest count
 */
public record Distribution(double mean, long[] quantiles, long width, long[] histogram) {
  private static final int PERCENT = 100;
  private static final int MAX_BINS = 1024;

  /**
   * The distribution of measured counts.
   *
   * @param counts counts of at least 0, at least one; sorted by this method
   */
  static Distribution of(int[] counts) {
    Arrays.sort(counts);
    int largest = counts[counts.length - 1];
    long width = 1 + largest / MAX_BINS;
    long[] histogram = new long[(int) (largest / width) + 1];
    for (int count : counts) {
      histogram[(int) (count / width)]++;
    }
    return new Distribution(
        (double) IntStream.of(counts).asLongStream().sum() / counts.length,
        IntStream.rangeClosed(0, PERCENT)
            .mapToLong(percent -> counts[(int) rank(percent, counts.length)])
            .toArray(),
        width,
        histogram);
  }

  /**
   * The distribution of counts of which it is known how often each occurs.
   *
   * @param occurrences how often 0, 1, ... occur; not all 0
   */
  static Distribution ofOccurrences(long[] occurrences) {
    long all = LongStream.of(occurrences).sum();
    double sum = 0;
    for (int count = 0; count < occurrences.length; count++) {
      sum += (double) count * occurrences[count];
    }
    long[] quantiles = new long[PERCENT + 1];
    int count = 0;
    long upTo = occurrences[0];
    for (int percent = 0; percent <= PERCENT; percent++) {
      while (upTo <= rank(percent, all)) {
        upTo += occurrences[++count];
      }
      quantiles[percent] = count;
    }
    return new Distribution(sum / all, quantiles, 1, occurrences);
  }

  /** Index of a quantile among sorted counts. */
  private static long rank(int percent, long counts) {
    return Math.max(0, (counts * percent + PERCENT - 1) / PERCENT - 1);
  }

  /** Smallest count that a percentage of all counts does not exceed. */
  public long quantile(int percent) {
    return quantiles[percent];
  }
}
