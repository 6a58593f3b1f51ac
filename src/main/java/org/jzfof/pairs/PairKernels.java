package org.jzfof.pairs;

/**
 * Device operations that count pairs. Differences of coordinates are those of the nearest images,
 * as for {@link org.jzfof.neighbours.Neighbours}; bins are at most half a periodic box wide.
 */
public interface PairKernels {
  /** Most counts in all bins. */
  int MAX_COUNTS = 1 << 12;

  /**
   * Device bytes per point that counting takes besides the index.
   *
   * @param weighted whether points have weights, which are not included
   */
  long bytesPerPoint(boolean weighted);

  /**
   * The pairs of two different points of an index, each once.
   *
   * @return with sums where the points have weights
   */
  PairTotals own(WeightedIndex points, PairBins bins);

  /**
   * The pairs of a point of one index and one of another, made for the same box.
   *
   * @return with sums where the points have weights, which both have or neither
   */
  PairTotals between(WeightedIndex some, WeightedIndex others, PairBins bins);
}
