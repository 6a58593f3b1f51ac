package org.jzfof.pairs;

/**
 * Device operations that count pairs. Differences of coordinates are those of the nearest images,
 * as for {@link org.jzfof.neighbours.Neighbours}; bins are at most half a periodic box wide.
 */
public interface PairKernels {
  /** Maximum number of counts in all bins. */
  int MAX_COUNTS = 1 << 12;

  /**
   * Returns the device bytes per point for counts besides the index.
   *
   * @param weighted whether points have weights; the weights' own memory is not included
   */
  long bytesPerPoint(boolean weighted);

  /**
   * Counts the pairs of two different points of an index, each once.
   *
   * @return counts, with sums for points with weights
   */
  PairTotals autoPairs(WeightedIndex points, PairBins bins);

  /**
   * Counts the pairs of a point and a partner; both indices are of the same box.
   *
   * @return counts, with sums for points with weights; both indices or none have weights
   */
  PairTotals crossPairs(WeightedIndex points, WeightedIndex partners, PairBins bins);
}
